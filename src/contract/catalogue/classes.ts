import { z } from 'zod'
import { everyone } from '../access.ts'
import { call } from '../call.ts'
import { keyword, listOf, paging } from '../fields.ts'
import { shopRow } from '../shops/shop-row.ts'
import { districtCode, tagChoice } from './listing-fields.ts'
import { serviceRow } from './services.ts'

const option = z.object({ value: z.string(), label: z.string(), count: z.int() })

const classRow = shopRow.extend({
  /** What the company does: words of the dictionary ` ORG_SERVICE_CLASS`. */
  classes: z.array(z.string()),
  /** Its newest services, three at most. */
  services: z.array(serviceRow),
})
/** A supplier of services as the technical-service shop lists it. */
export type ClassRow = z.output<typeof classRow>

/** Suppliers of services by what their company does. */
export const classesCalls = {
  classLabels: call({
    path: '/fmall/cyhl/searchClassLabel',
    summary: '企业服务类别（ORG_SERVICE_CLASS）与提供服务的企业数，可按名称查找',
    access: everyone,
    input: z.object({ keyword: keyword.default('') }),
    output: z.array(z.object({ dictCode: z.string(), dictText: z.string(), companyCount: z.int() })),
  }),
  classPage: call({
    path: '/fmall/cyhl/pageList',
    summary: '按服务类别、资质、地区与关键词找提供服务的店铺，各带最新的三项服务',
    access: everyone,
    input: z.object({
      /** Code of the class. */
      classCode: z.string().max(40).optional(),
      tags: tagChoice,
      districtCode: districtCode.optional(),
      keyword: keyword.default(''),
      certified: z.boolean().default(false),
      sort: z.enum(['default', 'services', 'follows', 'new']).default('default'),
      ...paging,
    }),
    output: listOf(classRow).extend({
      /** Values to choose from with the number of shops; a facet ignores its own choice. */
      classes: z.array(option),
      tags: z.array(option),
      districts: z.array(option),
    }),
  }),
}
