//! The result of an audit of a page, and whether it reaches the goals.

use serde_json::Value;

use crate::step::Failed;

/// The goals: the performance, the largest paint and the blocking in milliseconds, the shift.
const GOALS: (f64, f64, f64, f64) = (98.0, 1500.0, 100.0, 0.02);

/// The result of an audit of a page.
pub(super) struct AuditResult {
    /// Performance, accessibility, best practices, SEO: from 0 to 100.
    scores: [f64; 4],
    /// First and largest contentful paint, and total blocking time, in milliseconds; cumulative layout shift.
    metrics: [f64; 4],
}

impl AuditResult {
    pub(super) fn read(report: &Value) -> Result<AuditResult, Failed> {
        let score =
            |category: &str| report["categories"][category]["score"].as_f64().map(|score| 100.0 * score);
        let metric = |audit: &str| report["audits"][audit]["numericValue"].as_f64();
        let read = || {
            Some(AuditResult {
                scores: [
                    score("performance")?,
                    score("accessibility")?,
                    score("best-practices")?,
                    score("seo")?,
                ],
                metrics: [
                    metric("first-contentful-paint")?,
                    metric("largest-contentful-paint")?,
                    metric("total-blocking-time")?,
                    metric("cumulative-layout-shift")?,
                ],
            })
        };
        read().ok_or_else(|| {
            let why = report["runtimeError"]["message"].as_str().unwrap_or("a score or a metric is missing");
            Failed(format!("Lighthouse could not judge the page: {why}"))
        })
    }

    /// The sort key of results: the score, then the largest contentful paint and the blocking time.
    pub(super) fn order(&self) -> (f64, f64) {
        (self.scores[0], -self.metrics[1] - self.metrics[2])
    }

    /// Whether the page reaches all goals.
    pub(super) fn reaches_goals(&self) -> bool {
        let ([performance, others @ ..], [_, largest, blocking, shift]) = (self.scores, self.metrics);
        performance >= GOALS.0
            && largest <= GOALS.1
            && blocking <= GOALS.2
            && shift <= GOALS.3
            && others.iter().all(|&score| score >= 100.0)
    }

    /// The row of the table.
    pub(super) fn row(&self, page: &str, commit: &str) -> String {
        let [performance, accessibility, practices, seo] = self.scores.map(|score| format!("{score:.0}"));
        let [first, largest, blocking, shift] = self.metrics;
        let seconds = |milliseconds: f64| format!("{:.1} s", milliseconds / 1000.0);
        format!(
            "| `{page}` | {performance} | {} | {} | {blocking:.0} ms | {shift:.3} | {accessibility} | {practices} | {seo} | {commit} |\n",
            seconds(first),
            seconds(largest),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(performance: f64, blocking: f64) -> Value {
        serde_json::json!({
            "categories": {
                "performance": { "score": performance }, "accessibility": { "score": 1 },
                "best-practices": { "score": 1 }, "seo": { "score": 1 },
            },
            "audits": {
                "first-contentful-paint": { "numericValue": 840.2 },
                "largest-contentful-paint": { "numericValue": 1262.9 },
                "total-blocking-time": { "numericValue": blocking },
                "cumulative-layout-shift": { "numericValue": 0.0012 },
            },
        })
    }

    #[test]
    fn a_report_becomes_a_row() {
        let Ok(result) = AuditResult::read(&report(0.98, 41.5)) else { panic!("the report is complete") };
        let row = "| `/x` | 98 | 0.8 s | 1.3 s | 42 ms | 0.001 | 100 | 100 | 100 | 81f86aa |\n";
        assert_eq!(result.row("/x", "81f86aa"), row);
    }

    #[test]
    fn a_page_reaches_the_goals_if_it_reaches_each_of_them() {
        let reaches = |performance, blocking| {
            let result = AuditResult::read(&report(performance, blocking));
            result.is_ok_and(|result| result.reaches_goals())
        };
        assert!(reaches(0.98, 100.0));
        assert!(!reaches(0.97, 100.0));
        assert!(!reaches(0.98, 101.0));
    }

    #[test]
    fn a_page_that_was_not_audited_is_a_failure() {
        let report = serde_json::json!({ "runtimeError": { "message": "no such page" }, "categories": {} });
        let failed = AuditResult::read(&report);
        assert!(matches!(failed, Err(Failed(why)) if why.ends_with("no such page")));
    }
}
