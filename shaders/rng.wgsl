// Philox4x32-10: random words as a function of a counter. Twin of src/rng.rs. RANDOM_HIGH and RANDOM_LOW, the bits that a
// uniform number holds, are generated.

// The high word of the product of two words, from their halves.
fn high_word(a: u32, b: u32) -> u32 {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let left = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let right = (a & 0xffffu) * (b >> 16u) + (left & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (left >> 16u) + (right >> 16u);
}

// Four random words of a counter under a key.
fn philox(start: vec4<u32>, start_key: vec2<u32>) -> vec4<u32> {
    var counter = start;
    var key = start_key;
    for (var round = 0u; round < 10u; round++) {
        let a = 0xD2511F53u;
        let b = 0xCD9E8D57u;
        counter = vec4<u32>(
            high_word(b, counter.z) ^ counter.y ^ key.x,
            b * counter.z,
            high_word(a, counter.x) ^ counter.w ^ key.y,
            a * counter.x,
        );
        key = vec2<u32>(key.x + 0x9E3779B9u, key.y + 0xBB67AE85u);
    }
    return counter;
}

// A number in [0, 1) from the leading bits of two words that this precision holds exactly: 24 or 53.
fn uniform_of(words: vec4<u32>) -> Real {
    return Real(words.x & RANDOM_HIGH) * Real(2.3283064365386963e-10) + Real(words.y & RANDOM_LOW) * Real(5.421010862427522e-20);
}
