import type { DigitalApp } from '../../../contract/content/digital.ts'
import { appKindLabels } from '../../../domain/content/digital-apps.ts'
import { links } from '../../../domain/links.ts'
import { withoutEmpty, fullAddress } from '../../shell/structured-data.ts'

/** Structured data of an application. */
export const appData = (app: DigitalApp, site: string) =>
  withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: app.name,
    description: app.summary,
    applicationCategory: 'BusinessApplication',
    applicationSubCategory: appKindLabels[app.kind].label,
    operatingSystem: app.deployment === 'private' ? '服务器' : 'Web',
    url: fullAddress(links.digitalApp(app.appId), site),
    publisher: { '@type': 'Organization', name: app.vendor },
    offers:
      app.price === null
        ? undefined
        : {
            '@type': 'Offer',
            price: (app.price / 100).toFixed(2),
            priceCurrency: 'CNY',
            description: app.priceUnit,
            url: fullAddress(links.digitalApp(app.appId), site),
            seller: { '@type': 'Organization', name: app.vendor },
          },
  })

interface Question {
  readonly ask: string
  readonly answer: string
}
/** Structured data of questions with answers. */
export const vendorQuestionsData = (questions: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ ask, answer }) => ({
    '@type': 'Question',
    name: ask,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
