import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/live/draw.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { goodsFigures } from '../../../ui/mark-names.ts'
import { Picture } from '../../../ui/Picture.tsx'

/** What came of a draw: the prize with the way to claim it, or that it was none. */
export const DrawResult = () => {
  const taking = useStore(store.taking)
  if (taking.at === 'failed') {
    const lost = taking.failure.code === 0
    return (
      <Dialog
        open
        width="sm"
        onClose={store.dismiss}
        title={lost ? '没有收到结果' : '这次没有抽成'}
        text={lost ? '网络中断，结果可能已经产生。再点一次会取回同一次结果，不会重复扣积分。' : taking.failure.message}
        actions={
          <Button kind="main" onClick={store.dismiss}>
            知道了
          </Button>
        }
      />
    )
  }
  if (taking.at !== 'drawn') return null
  const { prize, entryNo, balance } = taking.taken
  return (
    <Dialog
      open
      width="sm"
      onClose={store.dismiss}
      title={prize === null ? '这次没有抽中' : '抽中奖品'}
      text={`编号 ${entryNo}，积分余额 ${balance}。本期结束后可以验证这个结果。`}
      actions={
        <>
          <Button onClick={store.dismiss}>{prize === null ? '知道了' : '继续'}</Button>
          {prize !== null && (
            <LinkButton kind="main" href={links.luckDrawAwards()}>
              去领取
            </LinkButton>
          )}
        </>
      }
    >
      {prize !== null && (
        <div className="overflow-hidden rounded-lg border border-line">
          <Picture figure={goodsFigures.find((known) => known === prize.figure) ?? 'kit'} className="h-40 w-full" />
          <p className="border-t border-line p-3 font-medium">
            {prize.name}
            <span className="block text-sm font-normal text-ink-3">{prize.note}</span>
          </p>
        </div>
      )}
    </Dialog>
  )
}
