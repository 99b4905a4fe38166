// Moves inline styles into a style sheet, because the security policy allows no inline styles.

/**
 * Screens of the product pass numbers to their style sheets as inline custom properties. In a public page each different one
 * becomes a class. The rules are at the end of the head.
 */
export function withoutInlineStyles(html: string): string {
  const classes = new Map<string, string>();
  const classFor = (style: string): string => {
    const known = classes.get(style);
    if (known !== undefined) return known;
    const made = `v${classes.size}`;
    classes.set(style, made);
    return made;
  };
  const body = html.replace(/<[a-z][^<>]*\sstyle="[^"]*"[^<>]*>/g, (tag) => {
    const style = /\sstyle="([^"]*)"/.exec(tag)?.[1] ?? '';
    const bare = tag.replace(/\sstyle="[^"]*"/, '');
    const added = classFor(style);
    return /\sclass="/.test(bare)
      ? bare.replace(/\sclass="([^"]*)"/, ` class="$1 ${added}"`)
      : bare.replace(/^<[a-z][\w-]*/, `$& class="${added}"`);
  });
  if (classes.size === 0) return html;
  const rules = [...classes].map(([style, name]) => `:root .${name}{${style}}`).join('');
  return body.replace('</head>', `<style>${rules}</style></head>`);
}
