import { isCreditCode, normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

/** Feedback while a credit code is typed: missing characters, check digit. */
export const CreditCodeNote = ({ code }: { code: string }) => {
  const tidy = normalizeCreditCode(code)
  const missing = 18 - tidy.length
  const right = isCreditCode(tidy)
  if (tidy === '') return null
  return (
    <p className="mt-1.5 flex items-center gap-1.5 text-sm text-ink-3" role="status">
      <StateShape tone={right ? 'good' : missing > 0 ? 'mute' : 'act'} />
      {right
        ? '校验通过'
        : missing > 0
          ? `还差 ${missing} 位`
          : missing < 0
            ? `多了 ${-missing} 位`
            : '校验不通过，请对照营业执照逐位核对'}
    </p>
  )
}
