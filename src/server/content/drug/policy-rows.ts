import type { PolicyRow } from '../../../contract/content/drug-fields.ts'
import { policies } from '../../../db/tables/drug.ts'
import { districtName, wholeCountry } from './districts.ts'

/** List columns of policies. */
export const policyColumns = {
  id: policies.id,
  title: policies.title,
  docNo: policies.docNo,
  level: policies.level,
  districtCode: policies.districtCode,
  issuer: policies.issuer,
  issuedOn: policies.issuedOn,
  effectiveOn: policies.effectiveOn,
  expiresOn: policies.expiresOn,
  topics: policies.topics,
  summary: policies.summary,
  isSample: policies.isSample,
}
type PolicyRecord = Pick<typeof policies.$inferSelect, keyof typeof policyColumns>

export const presentPolicy = (row: PolicyRecord, names: ReadonlyMap<string, string>): PolicyRow => ({
  policyId: row.id,
  title: row.title,
  docNo: row.docNo,
  level: row.level,
  issuer: row.issuer,
  issuedOn: row.issuedOn,
  effectiveOn: row.effectiveOn,
  expiresOn: row.expiresOn,
  topics: [...row.topics],
  summary: row.summary,
  isSample: row.isSample,
  districtCode: row.districtCode ?? wholeCountry,
  districtName: districtName(row.districtCode, names),
})
