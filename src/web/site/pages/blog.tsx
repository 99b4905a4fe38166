// The list of articles.
import { articlePath, paths } from '#contract/pages.ts';
import { counted } from '#web/format/format.ts';
import { articles } from '../articles.ts';
import { Frame } from '../parts/frame.tsx';
import { Day } from '../parts/text-page.tsx';
import { breadcrumbs, type ReadyArticle, type SitePage } from '../site-page.ts';

const mostTags = 3;
const categories = [
  { name: 'Automation', text: 'What a tool can do for you, and what it should refuse.' },
  { name: 'Strategy', text: 'When and how to share, within the limits.' },
  { name: 'Pricing', text: 'Fees, comps, offers, and when to wait.' },
  { name: 'Sales Growth', text: 'More sales from the listings you have.' },
];

const Row = ({ article }: { article: ReadyArticle }) => (
  <li>
    <article>
      <p className="row-facts">
        <span className="lab">{article.category}</span>
        <span className="small mute">{article.readTime}</span>
        {article.featured && <span className="badge">Featured</span>}
      </p>
      <div>
        <h3>
          <a href={articlePath(article.slug)}>{article.title}</a>
        </h3>
        <p>{article.excerpt}</p>
        <ul className="tags" aria-label="Tags">
          {article.tags.slice(0, mostTags).map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      </div>
      <p className="small mute">
        <Day date={article.published} />
      </p>
    </article>
  </li>
);

const Blog = () => (
  <Frame here={paths.blog} className="page blog">
    <div className="wrap">
      <div className="page-head">
        <h1 className="disp">The blog</h1>
        <p className="lead-s">Four long reads for Poshmark sellers. Sourced facts. Guesses labeled as guesses.</p>
      </div>

      <section aria-labelledby="featured-title">
        <h2 className="h-title" id="featured-title">
          Featured
        </h2>
        <div className="featured columns">
          {articles
            .filter(({ featured }) => featured)
            .map(({ slug, title, excerpt, category, readTime }) => (
              <article key={slug}>
                <p className="lab">{category}</p>
                <h3>
                  <a href={articlePath(slug)}>{title}</a>
                </h3>
                <p>{excerpt}</p>
                <p className="small dim">{readTime}</p>
              </article>
            ))}
        </div>
      </section>

      <section aria-labelledby="all-title">
        <h2 className="h-title" id="all-title">
          All Articles
        </h2>
        <ul className="all-articles">
          {articles.map((article) => (
            <Row key={article.slug} article={article} />
          ))}
        </ul>
      </section>

      <section aria-labelledby="categories-title">
        <h2 className="h-title" id="categories-title">
          Browse by category
        </h2>
        <ul className="categories columns">
          {categories.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
              <p className="small dim">
                {counted(articles.filter(({ category }) => category === name).length, 'article')}
              </p>
            </li>
          ))}
        </ul>
      </section>

      <section className="newsletter" aria-labelledby="newsletter-title">
        <div>
          <h2 className="h-title" id="newsletter-title">
            Newsletter coming soon
          </h2>
          <p id="newsletter-text">
            You can’t subscribe yet, and what you type here stays in your browser. Until then,{' '}
            <a href="/blog/rss.xml">follow the articles with RSS</a>.
          </p>
        </div>
        <div className="newsletter-box">
          <label htmlFor="newsletter-email">Email</label>
          <input
            className="input"
            id="newsletter-email"
            type="email"
            autoComplete="off"
            placeholder="you@example.com"
            aria-describedby="newsletter-text"
          />
          <button className="btn line" type="button" aria-describedby="newsletter-text">
            Subscribe
          </button>
        </div>
      </section>
    </div>
  </Frame>
);

export const blogPage: SitePage = {
  path: paths.blog,
  title: 'The Hangtag blog: sharing and pricing, with sources',
  description:
    'Four articles for Poshmark sellers on sharing, automation, pricing, and selling more, with figures and sources.',
  look: 'reading',
  data: [breadcrumbs({ name: 'The blog', path: paths.blog })],
  content: <Blog />,
};
