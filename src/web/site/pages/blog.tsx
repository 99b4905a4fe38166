import { articlePath, paths } from '#contract/pages.ts';
import { blogWords as words } from '#web/messages/site/blog.ts';
import { articles, type ReadyArticle } from '../articles.ts';
import { Bar, siteLinks } from '../parts/bar.tsx';
import { Day } from '../parts/day.tsx';
import { Footer } from '../parts/footer.tsx';
import type { SitePage } from '../site-page.ts';
import { breadcrumbs } from '../structured-data.ts';

const mostTags = 3;

const FeaturedCard = ({ article: { slug, title, excerpt, category, minutes } }: { article: ReadyArticle }) => (
  <article>
    <p className="lab">{category}</p>
    <h3>
      <a href={articlePath(slug)}>{title}</a>
    </h3>
    <p>{excerpt}</p>
    <p className="small dim">{words.readTime(minutes)}</p>
  </article>
);

const Row = ({ article }: { article: ReadyArticle }) => (
  <li>
    <article>
      <p className="row-facts">
        <span className="lab">{article.category}</span>
        <span className="small mute">{words.readTime(article.minutes)}</span>
        {article.featured && <span className="badge">{words.featured}</span>}
      </p>
      <div>
        <h3>
          <a href={articlePath(article.slug)}>{article.title}</a>
        </h3>
        <p>{article.excerpt}</p>
        <ul className="tags" aria-label={words.tags}>
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
  <>
    <Bar links={siteLinks(paths.blog)} />
    <main id="main" className="page blog">
      <div className="wrap">
        <div className="page-head">
          <h1 className="disp">{words.heading}</h1>
          <p className="lead-s">{words.lead}</p>
        </div>

        <section aria-labelledby="featured-title">
          <h2 className="h-title" id="featured-title">
            {words.featuredTitle}
          </h2>
          <div className="featured">
            {articles
              .filter(({ featured }) => featured)
              .map((article) => (
                <FeaturedCard key={article.slug} article={article} />
              ))}
          </div>
        </section>

        <section aria-labelledby="all-title">
          <h2 className="h-title" id="all-title">
            {words.allTitle}
          </h2>
          <ul className="all-articles">
            {articles.map((article) => (
              <Row key={article.slug} article={article} />
            ))}
          </ul>
        </section>

        <section aria-labelledby="categories-title">
          <h2 className="h-title" id="categories-title">
            {words.categoriesTitle}
          </h2>
          <ul className="categories">
            {words.categories.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
                <p className="small dim">{words.count(articles.filter(({ category }) => category === name).length)}</p>
              </li>
            ))}
          </ul>
        </section>

        <section className="newsletter" aria-labelledby="newsletter-title">
          <div>
            <h2 className="h-title" id="newsletter-title">
              {words.newsletterTitle}
            </h2>
            <p id="newsletter-text">
              {words.newsletterText} <a href="/blog/rss.xml">{words.newsletterFeed}</a>.
            </p>
          </div>
          <div className="newsletter-box">
            <label htmlFor="newsletter-email">{words.email}</label>
            <input
              className="input"
              id="newsletter-email"
              type="email"
              autoComplete="off"
              placeholder={words.emailExample}
              aria-describedby="newsletter-text"
            />
            <button className="btn line" type="button" aria-describedby="newsletter-text">
              {words.subscribe}
            </button>
          </div>
        </section>
      </div>
    </main>
    <Footer />
  </>
);

export const blogPage: SitePage = {
  path: paths.blog,
  title: words.title,
  description: words.description,
  look: 'reading',
  data: [
    breadcrumbs([
      { name: 'Hangtag', path: paths.home },
      { name: words.heading, path: paths.blog },
    ]),
  ],
  content: <Blog />,
};
