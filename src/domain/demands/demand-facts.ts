/** Demand fields shown in its list of facts. */
interface DemandDescription {
  readonly stageName: string
  readonly categoryName: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** Qualifications that a supplier has to hold; absent where they are not known. */
  readonly requiredTags?: readonly string[]
  readonly deliverBy: string | null
  readonly districtName: string
}

/** Facts of a demand as rows. A fact entered by the buyer replaces a generated row of the same label. */
export function demandFacts(demand: DemandDescription): { readonly label: string; readonly value: string }[] {
  const written = new Set(demand.facts.map(({ label }) => label))
  const own = (label: string, value: string) => (written.has(label) ? [] : [{ label, value }])
  return [
    ...own('研究类型', `${demand.stageName} / ${demand.categoryName}`),
    ...demand.facts,
    ...(demand.requiredTags === undefined || demand.requiredTags.length === 0
      ? []
      : own('供应商资质', demand.requiredTags.join('、'))),
    ...own('期望交付', demand.deliverBy === null ? '--' : `${demand.deliverBy} 前`),
    ...own('期望地区', demand.districtName || '不限'),
  ]
}
