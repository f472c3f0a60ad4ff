use roxmltree::{Document, Node, ParsingOptions};
use serde_json::json;

use super::*;
use crate::output::table::{Column, Table, Values};
use crate::study::statistics::Statistics;

/// The page is well-formed XML too, so that a strict parser can read it.
fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(page, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() })
        .unwrap()
}

fn text_of(node: Node) -> String {
    node.descendants().filter_map(|n| if n.is_text() { n.text() } else { None }).collect()
}

fn section<'a>(page: &'a Document, id: &str) -> Option<Node<'a, 'a>> {
    page.descendants().find(|n| n.attribute("aria-labelledby") == Some(id))
}

const EVIL: &str = "<script>alert('1 & \"2\"')</script>";

fn full() -> Value {
    let x = (0..1000).map(|i| f64::from(i) * 0.01 - 3.0).collect();
    let codes = (0..1000).map(|i| (i % 2) as u8).collect();
    let columns = vec![
        Column::new("x", "m", EVIL, Values::F64(x)),
        Column::new("mu", "", "friction", Values::F64(vec![0.3; 1000])),
        Column::new("t_lift", "s", "", Values::F64(vec![f64::NAN; 1000])),
        Column::new(
            "class",
            "",
            "what theory says",
            Values::Label { codes, labels: &["slides", "lifts", "never"] },
        ),
    ];
    json!({
        "preset": format!("folder/{}.toml", EVIL.replace('/', "|")), "members": 1234567, "steps": 10, "member_steps": 12345670,
        "seconds": {"total": 1.5, "kernel": 0.5}, "member_steps_per_second": 8.25e7, "backend": "gpu",
        "adapter": EVIL, "precision": "f32", "seed": 7, "shards": 3, "version": "0.1.0", "command": EVIL,
        "outcomes": {"slide": {"count": 12, "fraction": 0.012, "low": 0.0069, "high": 0.0208}, EVIL: {}},
        "flags": {"cone": 2, "penetration": 0}, "certificates": {"cone": 3.3e-17, "penetration": null},
        "closed_form": [{"what": "range", "exact": 1.0, "result": 1.25, "unit": "m"}],
        "attraction_lines": [{"y": -12.5, "spread": 0.1, "members": 40}],
        "statistics": Statistics::of(&Table { columns }).summary(),
        "faults": [{"members": [0, 4095], "cause": "device lost", "action": "again on the CPU"}],
        "audit": {"fraction": 0.01, "members": 100, "flips": {"count": 1, "fraction": 0.01, "low": 0.001, "high": 0.05},
            "columns": [{"name": "x", "unit": "m", "median": 1e-7, "worst": 2e-5}], "flipped": [17]},
        "backends": {"llvmpipe": 1000, "cpu": 234}
    })
}

fn picture(name: &str, bytes: usize) -> Picture {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title></svg>", "x".repeat(bytes));
    Picture { name: name.into(), svg, png: Some(vec![1, 2, 3]) }
}

const STUDY: &str = "about = \"a <b>bold</b> claim\"\n[[figure]]\nkind = \"scatter\"\nstem = \"map\"\npanels = [[\"mu\", \"x\"]]\n";

#[test]
fn a_full_summary_is_shown_whole_and_escaped() {
    let (summary, figures) = (full(), [picture("map", 10), picture("large", 2_000_000)]);
    let files = [("members.parquet".to_owned(), 1_234_567), (EVIL.to_owned(), 3)];
    let text = html(&Page { summary: &summary, study_toml: STUDY, figures: &figures, files: &files });
    let page = parse(&text);
    assert!(!page.descendants().any(|n| n.has_tag_name("script") || n.has_tag_name("b")));
    let all = text_of(page.root());
    for word in [
        EVIL,
        "1\u{202f}234\u{202f}567",
        "8.250\u{2009}×\u{2009}107",
        "a <b>bold</b> claim",
        "device lost",
        "0 to 4\u{202f}095",
    ] {
        assert!(all.contains(word), "{word}");
    }
    let headings: Vec<String> = page.descendants().filter(|n| n.has_tag_name("h2")).map(text_of).collect();
    let expected =
        ["Key facts", "Outcomes", "Figures", "Statistics", "Certificates and flags", "Closed form"];
    assert_eq!(headings[..6], expected);
    assert_eq!(headings[6..], ["Lines of attraction", "Audit", "Faults", "Provenance", "Study"]);
    let images: Vec<Node> = page.descendants().filter(|n| n.has_tag_name("img")).collect();
    assert!(images[0].attribute("src").unwrap().starts_with("data:image/svg+xml;base64,"));
    assert_eq!(images[1].attribute("src"), Some("data:image/png;base64,AQID"));
    assert_eq!(images[0].attribute("alt"), Some("Figure map: members, a point each: x over mu"));
    for table in page.descendants().filter(|n| n.has_tag_name("table")) {
        assert!(table.children().any(|n| n.has_tag_name("caption")));
        assert!(
            table.descendants().filter(|n| n.has_tag_name("th")).all(|th| th.attribute("scope").is_some())
        );
    }
}

#[test]
fn statistics_have_a_row_and_a_sparkline_for_each_column() {
    let summary = full();
    let text = html(&Page { summary: &summary, study_toml: "", figures: &[], files: &[] });
    let page = parse(&text);
    let statistics = section(&page, "statistics").unwrap();
    let paths: Vec<&str> = statistics.descendants().filter_map(|n| n.attribute("d")).collect();
    let bins = summary["statistics"]["columns"][0]["histogram"]["counts"].as_array().unwrap().len();
    assert_eq!((paths.len(), paths[0].matches('H').count()), (1, bins));
    let said = text_of(statistics);
    assert!(said.contains("2 columns that are the same for all members") && said.contains("4096 buckets"));
    assert!(said.contains("slides") && said.contains("0.50000") && !said.contains("never"));
    assert!(section(&page, "figures").is_none() && section(&page, "study").is_none());
}

#[test]
fn any_json_makes_a_page() {
    for summary in [
        json!({}),
        json!({"outcomes": 3, "flags": [], "seconds": "x", "statistics": {"columns": [1, {}]}}),
        json!({"preset": null, "audit": {}, "faults": [{}, 2], "closed_form": [{}], "flags": {}, "certificates": {"a": "b"}}),
    ] {
        let text = html(&Page { summary: &summary, study_toml: "not = [toml", figures: &[], files: &[] });
        assert!(section(&parse(&text), "provenance").is_some());
    }
    let flags = json!({"flags": {"cone": 0}, "faults": []});
    let text = html(&Page { summary: &flags, study_toml: "", figures: &[], files: &[] });
    assert!(
        text.contains("Flags: <strong>none</strong> (looked for: cone)")
            && text.contains("None: every member")
    );
}
