import { z } from 'zod'
import { typedCode } from '../fields.ts'
import { isCreditCode, normalizeCreditCode } from '../../domain/accounts/credit-code.ts'

/** A district of the register, as forms choose it. */
export const districtCode = z.string().regex(/^\d{6}$/, '请选择地区')
/** Unified social credit code; both of its check characters are verified. */
export const creditCode = typedCode
  .max(40, '统一社会信用代码为 18 位')
  .transform(normalizeCreditCode)
  .pipe(z.string().refine(isCreditCode, '统一社会信用代码校验不通过，请对照营业执照核对'))
