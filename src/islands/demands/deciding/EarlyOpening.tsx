import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { offersEarlyOpening } from '../../../domain/demands/early-opening.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/deciding/early-opening.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const Confirmation = ({ demand }: { demand: DemandDetail }) => {
  const state = useStore(store.earlyOpening)
  if (state.at === 'none') return null
  const send = () =>
    void store.openEarly(demand.demandId).then((done) => done && toast.success('已提前开标，受邀供应商会收到通知'))
  const { failure } = state
  const names = failure === null ? [] : store.outstandingNames(failure)
  return (
    <Dialog
      open
      onClose={store.closeEarlyOpening}
      title="提前开标"
      text={`全部受邀供应商都已报价时，可以不等到 ${dateTime(demand.deadline)}。开标后密封报价统一开启，不再接受新的报价或修改，不能撤销；受邀供应商会收到通知，经过记入动态。`}
      actions={
        <>
          <Button onClick={store.closeEarlyOpening}>取消</Button>
          <Button kind="main" busy={state.at === 'sending'} onClick={send}>
            提前开标
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Notice tone="bad" title={failure.message}>
          {names.length > 0 && `尚未报价：${names.join('、')}`}
        </Notice>
      )}
    </Dialog>
  )
}

/** 提前开标 with its confirmation, for sealed demands that only invited suppliers may offer on. */
export const EarlyOpening = ({ demand, now }: { demand: DemandDetail; now: string }) =>
  offersEarlyOpening(demand, now) && (
    <>
      <Button className="max-md:h-11 print:hidden" onClick={store.askEarlyOpening}>
        提前开标
      </Button>
      <Confirmation demand={demand} />
    </>
  )
