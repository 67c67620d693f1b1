import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import { making } from '../../../stores/operations/made-sheet.ts'
import * as store from '../../../stores/orders/papers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { toast } from '../../../ui/toast.ts'
import { card, Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { AddOrderFiles } from './AddOrderFiles.tsx'
import { OrderFileList } from './OrderFileList.tsx'

type Props = { side: 'buyer' | 'seller'; orderId: number }

const takeContract = () =>
  void store.takeContract().then((failure) => {
    if (failure !== null) toast.bad(`合同暂时不能下载：${failure.message}`)
  })
const remove = () =>
  void store.remove().then((failure) => {
    if (failure !== null) toast.bad(`文件没有移除：${failure.message}`)
  })

/** The contract of an order, and the files that its two sides laid to it. */
export const OrderFiles = ({ side, orderId }: Props) => {
  const state = useStore(store.papers)
  const made = useStore(making)
  const removal = useStore(store.removal)
  useEffect(() => store.start(side, orderId), [side, orderId])
  return (
    <section className="mt-6" aria-label="合同与文件">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">合同与文件</h2>
        <Button
          className="max-md:h-11 print:hidden"
          busy={made === 'contract'}
          disabled={made !== null && made !== 'contract'}
          onClick={takeContract}
        >
          <FileDown className="size-4" />
          下载合同
        </Button>
      </div>
      <Shown
        state={state}
        what="订单文件"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={3} className="min-h-[168px]" />}
      >
        {(papers) => (
          <div className="rounded-lg border border-line bg-surface">
            <OrderFileList files={papers.files} mayRemove={papers.mayRemove} />
            {papers.mayAdd && <AddOrderFiles count={papers.files.length} />}
          </div>
        )}
      </Shown>
      <Confirm
        open={removal.at !== 'none'}
        title={removal.at === 'none' ? '移除文件' : `移除「${removal.name}」？`}
        text="移除后双方都不能再查看。"
        confirm="移除"
        danger
        busy={removal.at === 'sending'}
        onCancel={store.dropRemoval}
        onConfirm={remove}
      />
    </section>
  )
}
