/** The page's only style: its hash is in the Content-Security-Policy. */
export const STYLE = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#dfe3e8;--text:#16202b;--soft:#53606e;
--good:#12804c;--some:#b45f06;--bad:#c0262d;--none:#9aa5b1;--near:#1a4f9f;--far:#7ba4e2}
@media(prefers-color-scheme:dark){:root{--page:#0f151c;--card:#18212b;--line:#2c3845;--text:#e9eef3;--soft:#a3b0bd;
--good:#3ecf8a;--some:#f0a43a;--bad:#ff6f73;--none:#5d6a78;--near:#8fbcff;--far:#466a9f}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
font-variant-numeric:tabular-nums}
header,main,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem;padding-bottom:1.25rem}
h1{margin:0;font-size:1.75rem;letter-spacing:-.02em}
h2{margin:0;font-size:1.05rem}
p{margin:0}
.soft,footer,figcaption,dt{color:var(--soft);font-size:.875rem}
.state{display:flex;gap:.75rem;align-items:center;margin-bottom:1.25rem;padding:1rem 1.25rem;border-radius:.75rem;
border:1px solid var(--line);background:var(--card);font-weight:600}
.state::before{content:"";flex:none;width:.75rem;height:.75rem;border-radius:50%;background:var(--none)}
.up::before{background:var(--good)}.late::before{background:var(--some)}.down::before{background:var(--bad)}
section{margin-bottom:1.25rem;padding:1.25rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
.top{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between;align-items:baseline}
.top dl{display:flex;gap:1.5rem;margin:0}
.top dl div{display:flex;gap:.5rem;align-items:baseline}
dd{margin:0;font-size:1.25rem;font-weight:650}
figure{margin:.875rem 0 0}
svg{display:block;width:100%;height:2.5rem}
.speed figure svg{height:7rem;border-bottom:1px solid var(--line)}
figcaption{display:flex;justify-content:space-between;gap:1rem;margin-top:.5rem}
.good{fill:var(--good)}.some{fill:var(--some)}.bad{fill:var(--bad)}.none{fill:var(--none)}
.near{fill:var(--near)}.far{fill:var(--far)}
rect:hover{opacity:.7}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none;color:var(--soft);font-size:.875rem}
.key svg{display:inline-block;width:.75rem;height:.75rem;margin-right:.375rem;border:0}
.gaps{margin:.75rem 0 0;padding:0;list-style:none}
.gaps li{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;padding:.375rem 0;border-top:1px solid var(--line)}
.note{margin-top:.625rem}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th,td{padding:.375rem 0 .375rem .5rem;border-top:1px solid var(--line);text-align:right}
td{white-space:nowrap}
th:first-child,td:first-child{padding-left:0;text-align:left;font-weight:400;white-space:nowrap}
thead th,thead th:first-child{border:0;color:var(--soft);font-weight:600;vertical-align:bottom}
summary{cursor:pointer;font-weight:600}
details table{margin-top:.75rem}
a{color:var(--near)}
:focus-visible{outline:2px solid var(--near);outline-offset:2px}
footer{padding-top:.5rem;padding-bottom:2.5rem}
@media(max-width:32rem){header{padding-top:1.5rem}section{padding:1rem}.speed figure svg{height:5rem}
th,td{padding-left:.25rem;font-size:.75rem}}
`;
