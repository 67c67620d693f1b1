import { area } from '../../../areas/current.ts'
import { getSocialImagePath } from '../../domain/shell/social-images.ts'

const context = 'https://schema.org'

/** Structured data of questions with short answers. */
export const helpQuestionsData = (rows: readonly { readonly title: string; readonly summary: string }[]) => ({
  '@context': context,
  '@type': 'FAQPage',
  inLanguage: 'zh-CN',
  mainEntity: rows.map(({ title, summary }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: summary },
  })),
})

interface PublishedText {
  readonly title: string
  readonly summary: string
  /** Days as 2026-11-18. */
  readonly published: string
  readonly updated: string
}

/** Structured data of an article: help answer, guide, announcement (`kind` NewsArticle). */
export const articleData = (
  text: PublishedText,
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
  image: new URL(getSocialImagePath(path), site).href,
  author: { '@type': 'Organization', name: area.title, url: site },
  publisher: { '@type': 'Organization', name: area.title, url: site },
})
