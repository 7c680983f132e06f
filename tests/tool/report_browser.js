// What only a browser knows of a report: appended to the page by report_browser.sh. The findings stand in the document's title.
// Ids and places are as of the source that the test has.
(function () {
  'use strict';
  const faults = [];
  const fault = (text) => { if (faults.length < 20) faults.push(text); };
  const dark = document.documentElement.dataset.expects === 'dark';

  // --- colours
  const parse = (colour) => {
    const parts = /rgba?\(([^)]*)\)/.exec(colour);
    return parts ? parts[1].split(/[ ,/]+/).map(Number) : [0, 0, 0, 0];
  };
  const luminance = (c) => {
    const linear = c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const background = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const page = parse(getComputedStyle(document.documentElement).backgroundColor);
  if ((luminance(page) < 0.2) !== dark) fault('the background ' + page + ' is not ' + (dark ? 'dark' : 'light'));
  if (matchMedia('(prefers-color-scheme: dark)').matches !== dark) fault('the browser was not told to be ' + (dark ? 'dark' : 'light'));

  for (const details of document.querySelectorAll('details')) details.open = true;
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('title, script')) continue;
    const style = getComputedStyle(element);
    let colour = parse(style.color), behind = background(element);
    if (element.closest('svg')) {
      colour = parse(style.fill);
      const box = element.parentElement.querySelector('rect');
      if (box && !element.classList.contains('label')) behind = parse(getComputedStyle(box).fill);
    }
    const ratio = contrast(colour, behind);
    if (ratio < 4.5) fault('contrast ' + ratio.toFixed(2) + ' of "' + node.data.trim().slice(0, 30) + '"');
    ++texts;
  }
  if (texts < 100) fault('only ' + texts + ' texts were measured');
  let lines = 0;
  for (const rect of document.querySelectorAll('svg rect')) {
    const ratio = contrast(parse(getComputedStyle(rect).stroke), parse(getComputedStyle(rect).fill));
    if (ratio < 3) fault('contrast ' + ratio.toFixed(2) + ' of a box and its line');
    ++lines;
  }
  if (lines < 5) fault('only ' + lines + ' boxes were measured');

  // --- the keyboard: all that can be acted on can have the focus, in the order of the document, and shows it.
  let reached = 0;
  for (const element of document.querySelectorAll('a[href], summary, [tabindex]')) {
    if (element.tabIndex !== 0) fault('the tab key skips or reorders ' + element.outerHTML.slice(0, 60));
    element.focus({focusVisible: true});
    if (document.activeElement !== element) fault('no focus on ' + element.outerHTML.slice(0, 60));
    const in_picture = element.closest('svg');
    const style = getComputedStyle(in_picture ? element.querySelector('rect') || element : element);
    const shows = in_picture ? parseFloat(style.strokeWidth) >= 3 : style.outlineStyle !== 'none' || element.className === 'skip';
    if (!shows) fault('the focus does not show on ' + element.outerHTML.slice(0, 60));
    ++reached;
  }
  if (reached < 20) fault('only ' + reached + ' elements have the focus');

  // --- what scrolls sideways is a box of its own
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) fault('the page is ' + root.scrollWidth + ' wide in ' + root.clientWidth);
  for (const scroll of document.querySelectorAll('.scroll'))
    if (scroll.scrollWidth > scroll.clientWidth && scroll.tabIndex !== 0) fault('a box that scrolls without a key');

  document.title = faults.length ? 'FAULTS ' + faults.join(' | ') : 'FINE ' + texts + ' texts, ' + reached + ' in the order of the tab key';
})();
