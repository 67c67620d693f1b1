import type { ChangeOrder } from '../../../contract/orders/change-orders.ts'

const Part = ({ name, text }: { name: string; text: string }) =>
  text === '' ? null : (
    <p className="whitespace-pre-line wrap-anywhere text-ink-2">
      <span className="text-ink-3">{name}：</span>
      {text}
    </p>
  )

/** Why a change order was proposed, what work it changes, and why it was declined. */
export const ChangeReasons = ({ change }: { change: Pick<ChangeOrder, 'reason' | 'scope' | 'answer'> }) => (
  <>
    <Part name="变更原因" text={change.reason} />
    <Part name="工作范围" text={change.scope} />
    <Part name="拒绝原因" text={change.answer} />
  </>
)
