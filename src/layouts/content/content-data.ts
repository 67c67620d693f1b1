import { area } from '../../../areas/current.ts'
import { cardPath } from '../../domain/shell/cards.ts'

const context = 'https://schema.org'

/** Questions and their answers in short, as search engines read them. */
export const questionsData = (rows: readonly { readonly title: string; readonly summary: string }[]) => ({
  '@context': context,
  '@type': 'FAQPage',
  inLanguage: 'zh-CN',
  mainEntity: rows.map(({ title, summary }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: summary },
  })),
})

interface Written {
  readonly title: string
  readonly summary: string
  /** Days as 2026-11-18. */
  readonly published: string
  readonly updated: string
}

/** A text to read: a question with its answer, an announcement, a guide. `kind` NewsArticle for announcements. */
export const articleData = (
  text: Written,
  path: string,
  site: string,
  kind: 'Article' | 'NewsArticle' = 'Article',
) => ({
  '@context': context,
  '@type': kind,
  headline: text.title,
  description: text.summary,
  datePublished: text.published,
  dateModified: text.updated,
  inLanguage: 'zh-CN',
  mainEntityOfPage: new URL(path, site).href,
  image: new URL(cardPath(path), site).href,
  author: { '@type': 'Organization', name: area.title, url: site },
  publisher: { '@type': 'Organization', name: area.title, url: site },
})
