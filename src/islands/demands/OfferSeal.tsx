import type { UseFormRegister } from 'react-hook-form'
import type { OfferValues } from '../../stores/demands/offer-values.ts'
import { dateTime } from '../../domain/time.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

type Props = {
  register: UseFormRegister<OfferValues>
  /** The demand wants every offer sealed. */
  forced: boolean
  deadline: string
}

/** Whether the buyer reads the offer at once, or after the deadline only. */
export const OfferSeal = ({ register, forced, deadline }: Props) => (
  <>
    {forced ? (
      <Checkbox checked disabled readOnly>
        密封报价（需求方要求所有报价密封）
      </Checkbox>
    ) : (
      <Checkbox {...register('sealed')}>密封报价，截止后才向需求方公开</Checkbox>
    )}
    <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-3">
      <li>
        截止（{dateTime(deadline).slice(0, 16)}
        ）前，需求方只看到贵企业已报价、提交时间与内容指纹，看不到价格、方案与附件。
      </li>
      <li>截止时由系统自动开启现行版本；之前被替换的密封版本与撤回的报价永不公开。</li>
      <li>提交时固定一份指纹（SHA-256），开启后双方都可以核对内容没有改动。</li>
    </ul>
  </>
)
