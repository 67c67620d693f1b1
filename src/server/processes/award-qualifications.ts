import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { files } from '../../db/tables/operations.ts'
import { shopQualifications, shops } from '../../db/tables/shops.ts'
import { matchQualification, requiredQualifications } from '../../domain/demands/required-qualifications.ts'
import type { DealFacts } from '../../domain/orders/deal-record.ts'
import { listQualificationTags } from '../reference/dictionaries.ts'
import { isQualificationInForce } from '../shops/certificates/in-force.ts'

interface AwardedDemand {
  readonly requiredTags: readonly string[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/**
 * The supplier's certificates in force at the moment of an award, with the requirements of the demand and whether they
 * are met, for the deal record of the order. Empty for a supplier without certificates where none are required.
 */
export async function loadAwardQualifications(tx: Db, demand: AwardedDemand, sellerId: number): Promise<DealFacts> {
  const ofSeller = tx.select({ id: shops.id }).from(shops).where(eq(shops.companyId, sellerId))
  const rows = await tx
    .select({ paper: shopQualifications, sha256: files.sha256 })
    .from(shopQualifications)
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .where(and(isQualificationInForce(), inArray(shopQualifications.shopId, ofSeller)))
    .orderBy(shopQualifications.id)
  const required = requiredQualifications(demand, await listQualificationTags(tx))
  if (rows.length === 0 && required.length === 0) return {}
  const tags = rows.map(({ paper }) => paper.tag)
  return {
    qualifications: rows.map(({ paper, sha256 }) => ({
      tag: paper.tag,
      name: paper.name,
      number: paper.number,
      issuer: paper.issuer,
      holder: paper.holder,
      site: paper.site,
      scope: paper.scope,
      issuedOn: paper.issuedOn,
      until: paper.until,
      sha256: sha256 ?? '',
    })),
    required: required.map((each) => {
      const { label, asked, isMet, missing } = matchQualification(each, tags)
      return { label, asked, isMet, missing: [...missing] }
    }),
  }
}
