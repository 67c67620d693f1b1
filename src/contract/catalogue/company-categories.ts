import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { keyword, listOf, paging } from '../fields.ts'
import { shopRow } from '../shops/shop-row.ts'
import { districtCode, tagChoice } from './listing-fields.ts'
import { serviceRow } from './services.ts'

const option = z.object({ value: z.string(), label: z.string(), count: z.int() })

const supplierRow = shopRow.extend({
  /** Company categories: labels of the dictionary ` ORG_SERVICE_CLASS`. */
  classes: z.array(z.string()),
  /** Its newest services, at most three. */
  services: z.array(serviceRow),
})
/** A service supplier in the list of the technical-service shop. */
export type CategorySupplierRow = z.output<typeof supplierRow>

/** Service suppliers by company category. */
export const companyCategoriesCalls = {
  companyCategories: call({
    path: '/fmall/cyhl/searchClassLabel',
    summary: '企业服务分类（ORG_SERVICE_CLASS）与提供服务的企业数，可按名称查找',
    access: everyone,
    reads: true,
    input: z.object({ keyword: keyword.default('') }),
    output: z.array(z.object({ dictCode: z.string(), dictText: z.string(), companyCount: z.int() })),
  }),
  suppliersByCategory: call({
    path: '/fmall/cyhl/pageList',
    summary: '按服务分类、资质、地区与关键词找提供服务的店铺，各带最新的三项服务',
    access: everyone,
    reads: true,
    cacheable: true,
    input: z.object({
      /** Code of the company category. */
      classCode: z.string().max(40).optional(),
      tags: tagChoice,
      districtCode: districtCode.optional(),
      keyword: keyword.default(''),
      certified: z.boolean().default(false),
      sort: z.enum(['default', 'services', 'follows', 'new']).default('default'),
      ...paging,
    }),
    output: listOf(supplierRow).extend({
      /** Values to choose from with the number of shops; a facet ignores its own choice. */
      classes: z.array(option),
      tags: z.array(option),
      districts: z.array(option),
    }),
  }),
}
