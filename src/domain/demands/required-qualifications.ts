/** Labels of facts that name certificates. */
const qualificationLabel = /资质|规范|质量体系|认证/

/** Maximum number of qualifications that a demand requires. */
export const maxRequiredTags = 10

/** Where a text names a certificate, as a word of its own and not denied: -1 for nowhere. */
function placeOfTag(text: string, tag: string): number {
  const escaped = tag.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return text.search(new RegExp(`(?<![a-z0-9]|(?:非|无|无需|不需要|不要求)\\s?)${escaped}(?![a-z0-9])`, 'iu'))
}

/** Certificates that a demand asks for under one label. */
interface RequiredQualification {
  readonly label: string
  /** As the demand words it. */
  readonly asked: string
  readonly tags: readonly string[]
  /** One of them suffices: `CNAS 或 CMA`. */
  readonly anyOf: boolean
}

/** Certificates that a fact asks for, and whether one of them suffices: `CNAS 或 CMA`. `非 GLP` asks for none. */
export function requiredTags(
  { label, value }: { readonly label: string; readonly value: string },
  knownTags: readonly string[],
): { readonly tags: readonly string[]; readonly anyOf: boolean } {
  if (!qualificationLabel.test(label)) return { tags: [], anyOf: false }
  const found = knownTags.map((tag) => ({ tag, at: placeOfTag(value, tag) })).filter(({ at }) => at >= 0)
  const places = found.map(({ at }) => at)
  const anyOf = found.length > 1 && value.slice(Math.min(...places), Math.max(...places)).includes('或')
  return { tags: found.map(({ tag }) => tag), anyOf }
}

interface DemandWithQualifications {
  /** Chosen in the demand form: all of them. */
  readonly requiredTags: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Everything a demand requires in qualifications: what the buyer chose, then what its facts name besides. */
export function requiredQualifications(
  demand: DemandWithQualifications,
  knownTags: readonly string[],
): RequiredQualification[] {
  const chosen = demand.requiredTags
  const named = demand.facts.flatMap((fact): RequiredQualification[] => {
    const { tags, anyOf } = requiredTags(fact, knownTags)
    const isStated = anyOf ? tags.some((tag) => chosen.includes(tag)) : tags.every((tag) => chosen.includes(tag))
    return tags.length === 0 || isStated ? [] : [{ label: fact.label, asked: fact.value, tags, anyOf }]
  })
  const first =
    chosen.length === 0 ? [] : [{ label: '供应商资质', asked: chosen.join('、'), tags: chosen, anyOf: false }]
  return [...first, ...named]
}

/** How a supplier meets one requirement, by the certificates that are in force. */
export interface QualificationMatch {
  readonly label: string
  readonly asked: string
  readonly held: readonly string[]
  readonly missing: readonly string[]
  readonly isMet: boolean
}

export function matchQualification(
  { label, asked, tags, anyOf }: RequiredQualification,
  inForce: readonly string[],
): QualificationMatch {
  const held = tags.filter((tag) => inForce.includes(tag))
  const missing = tags.filter((tag) => !inForce.includes(tag))
  const isMet = anyOf ? held.length > 0 : missing.length === 0
  return { label, asked, held, missing: isMet ? [] : missing, isMet }
}

/** What a match says: 满足, or what is missing. */
export const matchText = ({ isMet, missing }: Pick<QualificationMatch, 'isMet' | 'missing'>): string =>
  isMet ? '满足' : `不满足，缺少 ${missing.join('、')}`
