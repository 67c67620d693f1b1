import { createHash } from 'node:crypto'
import type { Answer, DemandQuestion } from '../../domain/demands/questions.ts'
import { findTemplate } from '../../domain/demands/templates.ts'
import type { DemandRow, OfferRow, VersionRow } from './build-demands.ts'
import { answerRanges, answerWords, secretNotes, templateNotes } from './data/demands.ts'

interface Rows {
  readonly demands: readonly DemandRow[]
  readonly offers: readonly OfferRow[]
  readonly versions: readonly VersionRow[]
}

/** Adds template data to the demands (facts, questions, confidential part) and answers to every offer. */
export function answerTemplates({ demands, offers, versions }: Rows): void {
  for (const demand of demands) {
    addConfidentialPart(demand)
    const note = templateNotes.get(demand.title)
    const template = findTemplate(note?.key)
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

function addConfidentialPart(demand: DemandRow): void {
  const secret = secretNotes.get(demand.title)
  if (secret === undefined) return
  demand.confidential = true
  demand.confidentialText = secret.text
  demand.ownTerms = secret.terms
}

/** Deterministic random number per offer, independent of other random data. */
const randomOf = (offerId: number, key: string) =>
  createHash('sha256').update(`answer ${offerId} ${key}`).digest().readUInt32BE(0)

/** Some optional questions are left unanswered. */
function answerTo({ key, input, options, required }: DemandQuestion, offerId: number): Answer[] {
  const drawn = randomOf(offerId, key)
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
