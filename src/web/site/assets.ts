/** What the build made besides the pages, by their addresses. */
export type SiteAssets = { script: string; styles: readonly string[]; fonts: readonly string[] };
