import { yuan } from '../../domain/money.ts'
import { amountFault, type TypedLine } from '../../stores/orders/refunds.ts'
import { AmountInput } from '../../ui/form/Input.tsx'

type Props = {
  lines: readonly TypedLine[]
  onChange: (lineId: number, typed: string) => void
  /** Faults are shown once it was tried to submit. */
  tried: boolean
  /** Every line needs an amount, 0 = no refund. */
  required?: boolean
}

/** Amounts to refund by payment line. */
export const LineAmounts = ({ lines, onChange, tried, required = false }: Props) => (
  <div className="space-y-3">
    {lines.map(({ lineId, name, most, typed }) => (
      <AmountInput
        key={lineId}
        label={required ? `退款金额：${name}` : name}
        required={required}
        hint={required ? `最多可退 ¥${yuan(most)}，不退款填写 0` : `最多可退 ¥${yuan(most)}`}
        value={typed}
        error={tried ? amountFault(typed, most, required) : undefined}
        onChange={(event) => onChange(lineId, event.target.value)}
      />
    ))}
  </div>
)
