//! `moreau report`: the page of a real run, read by a strict parser and opened in a browser.
//!
//! What was opened, and how it looked, stays in `target/tmp/report/`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Value, json};

fn moreau(args: &[&str]) -> assert_cmd::assert::Assert {
    assert_cmd::Command::cargo_bin("moreau").unwrap().args(args).assert()
}

/// A folder for one test, empty.
fn place(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The report of a real run of 200 members, in `folder/run`.
fn report(folder: &Path, preset: &str) -> PathBuf {
    let out = folder.join("run");
    let out = out.to_str().unwrap();
    let run = [
        "run",
        preset,
        "--members",
        "200",
        "--backend",
        "cpu",
        "--precision",
        "f32",
        "--audit",
        "0.5",
        "--out",
        out,
    ];
    moreau(&run).success();
    assert!(folder.join("run/report.html").is_file(), "a run ends with its report");
    with_a_fault(&folder.join("run"));
    let said = String::from_utf8(moreau(&["report", out]).success().get_output().stdout.clone()).unwrap();
    let path = folder.join("run").join("report.html");
    assert_eq!(said.trim_end(), path.to_str().unwrap());
    path
}

/// Puts a fault into the summary, which a run on a sound machine has not.
fn with_a_fault(run: &Path) {
    let path = run.join("summary.json");
    let mut summary: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    summary["faults"] =
        json!([{"members": [0, 99], "cause": "the adapter failed: lost", "action": "computed again"}]);
    fs::write(&path, summary.to_string()).unwrap();
}

fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(page, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() })
        .unwrap()
}

fn text_of(node: Node) -> String {
    node.descendants().filter_map(|n| if n.is_text() { n.text() } else { None }).collect()
}

#[test]
fn the_page_of_a_real_run_is_well_formed_and_self_contained() {
    let folder = place("parsed");
    let page = fs::read_to_string(report(&folder, "throw")).unwrap();
    let page = parse(&page);
    assert_eq!(text_of(page.descendants().find(|n| n.has_tag_name("h1")).unwrap()), "throw");
    let figures = page.descendants().filter(|n| n.has_tag_name("figure")).count();
    let svgs = fs::read_dir(folder.join("run/figures")).unwrap().flatten();
    assert_eq!(figures, svgs.filter(|f| f.path().extension().is_some_and(|e| e == "svg")).count());
    let ids: Vec<&str> = page.descendants().filter_map(|n| n.attribute("id")).collect();
    for node in page.descendants() {
        assert!(node.attribute("src").is_none_or(|src| src.starts_with("data:")));
        let target = node.attribute("href").map(|href| href.strip_prefix('#').expect("within the page"));
        assert!(target.is_none_or(|target| ids.contains(&target)), "{target:?}");
        assert!(!node.has_tag_name("script") && !node.has_tag_name("link") && !node.has_tag_name("iframe"));
    }
    let all = text_of(page.root());
    for word in [
        "stick",
        "[0.98115, 1.00000]",
        "members.parquet",
        "uniform = [1.0, 6.0]",
        "Flags: none",
        "ux0 (m/s)",
        "moreau run throw --members 200",
        "Computed again by the reference",
        "in units of the largest value of its column: median",
        "the adapter failed: lost",
    ] {
        assert!(all.contains(word), "{word}");
    }
    let left: Vec<_> = fs::read_dir(folder.join("run")).unwrap().flatten().map(|f| f.file_name()).collect();
    assert!(
        left.iter().all(|name| !["tmp", "chunks"].iter().any(|part| name.to_string_lossy().contains(part))),
        "{left:?}"
    );
}

#[test]
fn other_folders_are_refused_by_name() {
    let folder = place("refused");
    let refusal = |dir: &Path| {
        let run = moreau(&["report", dir.to_str().unwrap()]).code(2);
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    };
    for (dir, why) in [(folder.clone(), "no summary.json"), (folder.join("absent"), "no such folder")] {
        let said = refusal(&dir);
        assert!(
            said.contains(dir.to_str().unwrap()) && said.contains(why) && said.contains("finished run"),
            "{said}"
        );
    }
    for text in ["{", "[1, 2]"] {
        fs::write(folder.join("summary.json"), text).unwrap();
        assert!(refusal(&folder).contains("not "), "{text}");
    }
    assert!(!folder.join("report.html").exists());
    let said = moreau(&["report"]).code(2);
    assert!(String::from_utf8_lossy(&said.get_output().stderr).contains("<DIR>"));
}

/// A browser. None is a skipped test that says so; with `MOREAU_ALL=1` it is a failed one.
fn browser(test: &str) -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let found = names.iter().find(runs).copied();
    if found.is_none() {
        let all = std::env::var("MOREAU_ALL").is_ok_and(|value| value == "1");
        assert!(!all, "{test}: no browser; cure: apt-get install -y chromium");
        // Not eprintln: the test harness would swallow it.
        writeln!(std::io::stderr(), "{test}: skipped, no chromium (apt-get install -y chromium)")
            .expect("stderr is open");
    }
    found
}

/// Opens a page in the browser, with a profile of its own, and returns what it printed.
fn open(browser: &str, page: &Path, folder: &Path, arguments: &[String]) -> String {
    let profile = folder.join("profile");
    let out = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(arguments)
        .arg(format!("file://{}", page.canonicalize().unwrap().display()))
        .output()
        .unwrap();
    let _ = fs::remove_dir_all(profile);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// The addresses that a page asked for on the network, and its DOM. (The browser asks for things of its own, too.)
fn opened(browser: &str, page: &Path, folder: &Path) -> (Vec<String>, String) {
    let log = folder.join("net.json");
    let arguments = [format!("--log-net-log={}", log.display()), "--dump-dom".into()];
    let dom = open(browser, page, folder, &arguments);
    let log = fs::read_to_string(log).unwrap();
    let by_the_page = log.lines().filter(|line| line.contains("\"network_isolation_key\":\"file://"));
    let addresses = by_the_page.filter_map(|line| line.split("\"url\":\"").nth(1)?.split('"').next());
    (addresses.filter(|url| url.starts_with("http")).map(str::to_owned).collect(), dom)
}

#[test]
fn a_browser_renders_it_and_loads_nothing() {
    let Some(browser) = browser("a_browser_renders_it_and_loads_nothing") else { return };
    let folder = place("opened");
    let page = report(&folder, "throw");
    let (asked, dom) = opened(browser, &page, &folder);
    assert!(asked.is_empty(), "{asked:?}");
    assert!(dom.contains("<title>throw: report of a moreau run</title>"));
    assert_eq!(dom.matches("<figure>").count(), 1);
    for outcome in ["flight", "slide", "stick"] {
        assert!(dom.contains(&format!("<th scope=\"row\">{outcome}</th>")), "{outcome}");
    }
    // The same check sees a page that does load something.
    let other = folder.join("other.html");
    fs::write(&other, "<img src=\"http://127.0.0.1:8999/x.png\">").unwrap();
    assert!(opened(browser, &other, &folder).0.iter().any(|url| url.contains("127.0.0.1:8999/x.png")));
}

/// Width, height and red, green, blue of each pixel.
fn pixels(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let samples = info.color_type.samples();
    (info.width as usize, bytes[..info.buffer_size()].chunks(samples).map(|p| [p[0], p[1], p[2]]).collect())
}

#[test]
fn it_looks_like_a_page_on_desk_and_phone_by_day_and_night() {
    let Some(browser) = browser("it_looks_like_a_page_on_desk_and_phone_by_day_and_night") else { return };
    let folder = place("seen");
    let page = report(&folder, "conveyor");
    for (name, width, dark) in
        [("desk", 1200, false), ("desk-dark", 1200, true), ("phone", 500, false), ("phone-dark", 500, true)]
    {
        let picture = folder.join(format!("{name}.png"));
        let arguments = [
            format!("--screenshot={}", picture.display()),
            format!("--window-size={width},4200"),
            format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)),
        ];
        open(browser, &page, &folder, &arguments);
        let (wide, pixels) = pixels(&picture);
        assert_eq!(wide, width);
        let paper = pixels[0];
        assert_eq!(paper.iter().all(|&c| c < 64), dark, "{name}: {paper:?}");
        let inked = pixels.iter().filter(|&&p| p != paper).count() as f64 / pixels.len() as f64;
        assert!((0.03..0.9).contains(&inked), "{name}: {inked}");
        // Figures are on white by night too.
        let white = pixels.iter().filter(|&&p| p == [255; 3]).count() as f64 / pixels.len() as f64;
        assert!(white > 0.02, "{name}: {white}");
    }
}
