// How the page looks: one style sheet for light and dark, without pictures or fonts from elsewhere. Colours are in the two lists
// alone; the test of the page in a browser measures the contrast of what is read.
#pragma once

namespace codegen {

inline constexpr const char* kStyle = R"(
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f4f5f8; --text: #1b1c21; --quiet: #53555f; --line: #8b8e99; --link: #0a4fb8; --focus: #b3261e;
  --forward: #e6effd; --forward-line: #1a56b0; --backward: #fdeee0; --backward-line: #8f4500; --given: #e9f3e7; --given-line: #2c652c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15161a; --panel: #1f2026; --text: #e8e8ec; --quiet: #b4b6c0; --line: #7d808c; --link: #93bbfa; --focus: #ffb4a9;
    --forward: #1c2b45; --forward-line: #93bbfa; --backward: #3a2918; --backward-line: #f1b680; --given: #1f301f; --given-line: #94d194;
  }
}
* { box-sizing: border-box; }
html { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem; overflow-wrap: break-word; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
:target { background: var(--panel); outline: 2px solid var(--focus); }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.5rem; }
h2 { border-top: 1px solid var(--line); padding-top: 1rem; }
p, summary { max-width: 48rem; }
.quiet, caption { color: var(--quiet); }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
.scroll { overflow-x: auto; margin: 0.5rem 0 1rem; padding: 3px; }
table { border-collapse: collapse; font-size: 0.9rem; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; max-width: 34rem; }
td { min-width: 6rem; }
thead th { background: var(--panel); }
tbody th { font-weight: 600; }
code, .source th, .source td { font-family: ui-monospace, monospace; }
td code { white-space: pre-wrap; }
.source td { max-width: none; }
.source td code { white-space: pre; tab-size: 4; }
summary { cursor: pointer; padding: 0.25rem 0; }
details details { margin-left: 1.25rem; }
svg { display: block; font: 13px ui-monospace, monospace; }
svg text { fill: var(--text); text-anchor: middle; }
svg .name { font-weight: 600; }
svg .label { text-anchor: end; }
svg .edge { fill: none; stroke: var(--line); stroke-width: 1.2; }
svg .tick { stroke: var(--line); stroke-width: 0.5; }
svg rect { fill: var(--forward); stroke: var(--forward-line); stroke-width: 1.2; }
svg .backward rect, svg .grown rect { fill: var(--backward); stroke: var(--backward-line); stroke-dasharray: 5 3; }
svg .argument rect, svg .result rect { fill: var(--given); stroke: var(--given-line); }
svg a text { text-decoration: underline; }
svg a:focus-visible { outline: none; }
svg a:focus-visible rect { stroke: var(--focus); stroke-width: 4; stroke-dasharray: none; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .skip, nav { display: none; } }
)";

}  // namespace codegen
