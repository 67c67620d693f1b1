import { createHash } from 'node:crypto'
import type { Answer, DemandQuestion } from '../../domain/demands/questions.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import type { DemandRow, OfferRow, VersionRow } from './build-demands.ts'
import { secretNotes, templateNotes } from './data/demand-templates.ts'
import { answerRanges, answerWords } from './data/offer-answers.ts'

interface Rows {
  readonly demands: readonly DemandRow[]
  readonly offers: readonly OfferRow[]
  readonly versions: readonly VersionRow[]
}

/** Makes demands out of their templates: fields as facts, questions, what is confidential; and every offer answers. */
export function askQuestions({ demands, offers, versions }: Rows): void {
  for (const demand of demands) {
    keepSecret(demand)
    const note = templateNotes.get(demand.title)
    const template = templateOf(note?.key)
    if (note === undefined || template === undefined) continue
    demand.templateKey = template.key
    demand.templateVersion = template.version
    demand.questions = [...template.questions]
    const named = new Set(note.facts.map(({ label }) => label))
    demand.facts = [...note.facts, ...(demand.facts ?? []).filter(({ label }) => !named.has(label))]
  }
  const demandOf = new Map(demands.map((demand) => [demand.id, demand]))
  const asked = new Map(offers.map((offer) => [offer.id, demandOf.get(offer.demandId)?.questions ?? []]))
  for (const version of versions) {
    version.answers = (asked.get(version.offerId) ?? []).flatMap((question) => answerTo(question, version.offerId))
  }
}

function keepSecret(demand: DemandRow): void {
  const secret = secretNotes.get(demand.title)
  if (secret === undefined) return
  demand.confidential = true
  demand.confidentialText = secret.text
  demand.ownTerms = secret.terms
}

/** The same for an offer on every machine, and apart from what else is drawn by chance. */
const draw = (offerId: number, key: string) =>
  createHash('sha256').update(`answer ${offerId} ${key}`).digest().readUInt32BE(0)

/** A question that need not be answered is now and then left open. */
function answerTo({ key, input, options, required }: DemandQuestion, offerId: number): Answer[] {
  const drawn = draw(offerId, key)
  if (!required && drawn % 7 === 0) return []
  if (input === 'yesNo') return [{ key, value: drawn % 5 === 0 ? '否' : '是' }]
  if (input === 'number') {
    const [from, to] = answerRanges[key] ?? [5, 60]
    return [{ key, value: String(from + (drawn % (to - from + 1))) }]
  }
  const choices = input === 'select' ? options : (answerWords[key] ?? [])
  const value = choices[drawn % choices.length]
  return value === undefined ? [] : [{ key, value }]
}
