// The stylesheet of the HTML pages, as text.

/** One plain style for all pages, clearly different from the real marketplace. */
export const stylesheet = `
:root{color-scheme:light dark;--room:#f5f1e8;--paper:#fcfaf5;--ink:#26221c;--ink-2:#5f584c;--rule:#ddd5c5;--blue:#2747b8;--on-blue:#fbfaf6;--wash:#e3e8fb;--tag:#ecd3a0;--bad:#9c2f2a}
@media (prefers-color-scheme:dark){:root{--room:#1b1916;--paper:#25221e;--ink:#f2ede2;--ink-2:#b9b1a2;--rule:#3d3830;--blue:#9db2ff;--on-blue:#161b33;--wash:#262d4a;--tag:#5d4a22;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--room);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
a{color:var(--blue)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.practice{margin:0;padding:.5rem 1rem;background:var(--wash);color:var(--ink);text-align:center;font-size:.9rem;border-bottom:1px solid var(--rule)}
.header{display:flex;justify-content:space-between;align-items:center;gap:1rem;flex-wrap:wrap;padding:.9rem clamp(1rem,4vw,3rem);border-bottom:1px solid var(--rule);background:var(--paper)}
.header nav{display:flex;gap:1.2rem;align-items:center;flex-wrap:wrap}
.mark{font-weight:700;font-size:1.2rem;letter-spacing:-.02em;color:var(--ink);text-decoration:none}
.user-name,.lead{color:var(--ink-2)}
main{max-width:76rem;margin:0 auto;padding:1.5rem clamp(1rem,4vw,3rem) 4rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;margin:.4rem 0}
h2{font-size:1rem;margin:2rem 0 .4rem}
.narrow{max-width:27rem;margin:2rem auto;padding:1.5rem;background:var(--paper);border:1px solid var(--rule);border-radius:.5rem}
form{display:grid;gap:.5rem}
label{font-weight:600;font-size:.92rem;margin-top:.4rem}
input{font:inherit;color:inherit;padding:.6rem .7rem;border:1px solid var(--ink-2);border-radius:.3rem;background:var(--room);width:100%}
.btn{display:inline-block;font:inherit;font-weight:600;min-height:2.75rem;padding:.55rem 1.1rem;border:1px solid var(--blue);border-radius:.3rem;background:none;color:var(--blue);text-decoration:none;cursor:pointer}
.btn--primary{background:var(--blue);color:var(--on-blue);margin-top:.8rem}
.problem{color:var(--bad);font-weight:600}
.hints{padding-left:1.1rem;color:var(--ink-2)}
.tabs{display:flex;gap:.4rem;margin:1rem 0 1.4rem;border-bottom:1px solid var(--rule)}
.tabs a{padding:.5rem .9rem;text-decoration:none;color:var(--ink-2)}
.tabs a[aria-current]{color:var(--ink);font-weight:600;box-shadow:inset 0 -3px var(--blue)}
.tiles_container{display:grid;grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr));gap:1.2rem 1rem}
.tile{display:flex;flex-direction:column;min-width:0}
.tile__covershot{position:relative;display:block}
.tile img,.gallery img{display:block;width:100%;height:auto;aspect-ratio:1;border-radius:.4rem;background:var(--rule)}
.tile__title{margin:.5rem 0 .1rem;color:var(--ink);font-weight:600;font-size:.95rem;text-decoration:none;overflow-wrap:anywhere}
.tile__title:hover{text-decoration:underline}
.tile__details{display:flex;gap:.6rem;margin:0;color:var(--ink-2);font-size:.88rem}
.likes{margin-left:auto}
.price{background:var(--tag);color:var(--ink);font-weight:700;padding:0 .4rem;border-radius:.2rem}
.original{color:var(--ink-2)}
.tile__inventory-tag:empty{display:none}
.tile__inventory-tag{position:absolute;left:.5rem;top:.5rem}
.tile__inventory-tag i{font-style:normal;font-size:.8rem;font-weight:700;background:var(--ink);color:var(--room);padding:.15rem .5rem;border-radius:.2rem}
.social-action-bar{margin-top:auto;padding-top:.3rem}
.social-action-bar__share{display:inline-flex;align-items:center;gap:.4rem;min-height:2.5rem;font-weight:600;text-decoration:none}
.share-gray-large{width:.85rem;height:.85rem;border:2px solid currentColor;border-radius:50%;display:inline-block}
.more{grid-column:1/-1;text-align:center;color:var(--ink-2);padding:1rem}
.empty{grid-column:1/-1;color:var(--ink-2)}
.sheet{border:0;border-radius:.5rem;padding:0;background:var(--paper);color:var(--ink);width:min(24rem,90vw)}
.sheet::backdrop{background:rgb(0 0 0/.45)}
.share-modal{padding:1.4rem;display:grid;gap:.7rem}
.modal__title{margin:0;font-size:1.15rem}
.internal-share__link{display:block;text-align:center}
.toast{position:fixed;left:50%;bottom:1.5rem;transform:translateX(-50%);margin:0;padding:.7rem 1.2rem;background:var(--ink);color:var(--room);border-radius:.3rem}
.toast:empty{display:none}
.sellers{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.6rem}
.sellers a{display:flex;justify-content:space-between;gap:1rem;padding:.8rem 1rem;background:var(--paper);border:1px solid var(--rule);border-radius:.4rem;text-decoration:none;color:var(--ink)}
.sellers span{color:var(--ink-2)}
.listing{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:2rem}
.gallery{display:grid;grid-template-columns:repeat(2,1fr);gap:.6rem;align-content:start}
.gallery img:first-child{grid-column:1/-1}
.about dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem}
.about dt{color:var(--ink-2)}.about dd{margin:0}
.listing__price{display:flex;gap:.7rem;align-items:center}
.state{display:inline-block;margin:0;font-weight:700;background:var(--ink);color:var(--room);padding:.15rem .6rem;border-radius:.2rem}
@media (prefers-reduced-motion:no-preference){.btn,.tabs a{transition:background .15s}}
`.trim();
