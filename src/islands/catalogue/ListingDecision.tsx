import { decide, open as openStore } from '../../stores/catalogue/listing-reviews.ts'
import { toast } from '../../ui/toast.ts'
import { Verdict } from '../Verdict.tsx'

/** What is wrong most often. */
const usual = [
  '类目选择有误，请重新选择',
  '标题或图片含有联系方式，请删除',
  '内容与资质不符，请核对',
  '价格明显有误，请核对',
]

/** The verdict on a listing. */
export const ListingDecision = ({ open }: { open: NonNullable<ReturnType<typeof openStore.get>> }) => (
  <Verdict
    usual={usual}
    reader="供应商"
    sending={open.sending}
    failure={open.failure}
    onDecide={(event, reason) =>
      void decide(event, reason).then((done) => {
        if (done) toast.good(`${open.row.title} ${event === 'pass' ? '已通过' : '已驳回'}`)
      })
    }
  />
)
