// The page of an article.
import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import { articlePath, paths } from '#contract/pages.ts';
import { articles } from '../articles.ts';
import { Call, Frame } from '../parts/frame.tsx';
import { Day } from '../parts/text-page.tsx';
import { author, blogPosting, breadcrumbs, type ReadyArticle, type SitePage } from '../site-page.ts';

type Chapter = { id: string; title: string };
type Props = { article: ReadyArticle; text: ReactNode; chapters: readonly Chapter[] };

const ArticleText = ({ article, text, chapters }: Props) => (
  <Frame here={paths.blog} className="page">
    <article className="wrap article">
      <nav className="crumbs" aria-label="Breadcrumbs">
        <a href={paths.home}>Home</a>
        <a href={paths.blog}>Blog</a>
        <span className="lab">{article.category}</span>
      </nav>
      <header>
        <h1 className="disp">{article.title}</h1>
        <p className="lead-s">{article.excerpt}</p>
        <p className="small mute article-facts">
          <span>{author}</span>
          <Day date={article.published} />
          <span>{article.readTime}</span>
        </p>
      </header>
      <nav className="contents" aria-labelledby="contents-title">
        <h2 className="lab" id="contents-title">
          In this article
        </h2>
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">{text}</div>
      <section className="sources" aria-labelledby="sources-title">
        <h2 className="h-title" id="sources-title">
          Sources
        </h2>
        <p className="small mute">
          Sources may change. These are what this article is based on. The text says so if a source is a single seller
          or tool maker.
        </p>
        <ol>
          {article.sources.map(({ title, url, note }, index) => (
            <li key={url} id={`source-${index + 1}`}>
              <a href={url} rel="noopener nofollow">
                {title}
              </a>
              {note && <span className="small mute">{note}</span>}
            </li>
          ))}
        </ol>
      </section>
      <aside className="article-call">
        <p>Hangtag shares for you, up to the limit you set.</p>
        <Call />
        <p className="small mute">Hangtag is for Poshmark sellers and is not affiliated with Poshmark.</p>
      </aside>
      <nav className="read-on" aria-labelledby="read-on-title">
        <h2 className="h-title" id="read-on-title">
          Keep reading
        </h2>
        <ul>
          {articles
            .filter(({ slug }) => slug !== article.slug)
            .map(({ slug, title, category, readTime }) => (
              <li key={slug}>
                <span className="lab">{category}</span>
                <a href={articlePath(slug)}>{title}</a>
                <span className="small mute">{readTime}</span>
              </li>
            ))}
        </ul>
      </nav>
    </article>
  </Frame>
);

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const withChapters = (body: ReactNode): { chapters: Chapter[]; text: ReactNode } => {
  if (!isValidElement<{ children: ReactNode }>(body)) return { chapters: [], text: body };
  const chapters: Chapter[] = [];
  const text = Children.map(body.props.children, (child) => {
    if (!isValidElement<{ children: ReactNode; id?: string }>(child) || child.type !== 'h2') return child;
    const title = String(child.props.children);
    const id = idOf(title);
    chapters.push({ id, title });
    return cloneElement(child, { id });
  });
  return { chapters, text };
};

export const articlePages: readonly SitePage[] = articles.map((article) => ({
  path: articlePath(article.slug),
  title: article.shortTitle,
  description: article.excerpt,
  look: 'reading',
  published: article.published,
  data: [
    blogPosting(article),
    breadcrumbs({ name: 'Blog', path: paths.blog }, { name: article.title, path: articlePath(article.slug) }),
  ],
  content: <ArticleText article={article} {...withChapters(article.body)} />,
}));
