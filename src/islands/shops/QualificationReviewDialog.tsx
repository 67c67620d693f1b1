import { useStore } from '@nanostores/react'
import { steps } from '../../domain/transition.ts'
import { qualificationState, qualificationTransitions } from '../../domain/shops/qualifications.ts'
import { date } from '../../domain/time.ts'
import { useNow } from '../use-now.ts'
import * as store from '../../stores/shops/qualification-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { FactList } from '../FactList.tsx'

type Reading = Exclude<store.Open, { at: 'none' }>

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)

const Paper = ({ file }: { file: Reading['row']['file'] }) => {
  if (file === null) return <p className="text-ink-3">这份证书没有影像。</p>
  return isPicture(file.name) ? (
    <a href={file.url} target="_blank" rel="noopener">
      <img src={file.url} alt="证书影像" className="max-h-80 w-full rounded-lg border border-line object-contain" />
    </a>
  ) : (
    <a href={file.url} target="_blank" rel="noopener" className="text-accent hover:underline">
      下载 {file.name}
    </a>
  )
}

/** One certificate: the paper beside what was said of it, and the decision. */
export const QualificationReviewDialog = () => {
  const open = useStore(store.open)
  const today = date(useNow())
  const now = open.at === 'none' ? undefined : open
  const decides = now !== undefined && steps(qualificationTransitions, now.row.status, 'operator').length > 0
  const decide = (event: 'pass' | 'reject') =>
    void store.decide(event).then((done) => done && toast.good(event === 'pass' ? '已通过' : '已驳回'))
  const sending = now?.at === 'sending'
  return (
    <Dialog
      open={now !== undefined}
      onClose={store.close}
      title={decides ? '审核资质' : '资质证书'}
      width="md"
      actions={
        decides ? (
          <>
            <Button busy={sending} onClick={() => decide('reject')}>
              驳回
            </Button>
            <Button kind="main" busy={sending} onClick={() => decide('pass')}>
              通过
            </Button>
          </>
        ) : (
          <Button onClick={store.close}>关闭</Button>
        )
      }
    >
      {now && (
        <div className="space-y-4">
          {now.failure && <Notice tone="bad" title={now.failure.message} />}
          <FactList
            columns={1}
            facts={[
              { label: '供应商', value: `${now.row.shopName}（${now.row.companyName}）` },
              { label: '资质', value: `${now.row.tag}，${now.row.name}` },
              { label: '认可范围', value: now.row.scope },
              { label: '最后一天', value: now.row.until ?? '长期有效' },
              { label: '状态', value: <StateBadge {...qualificationState(now.row, today)} /> },
              ...(now.row.reason === '' ? [] : [{ label: '驳回原因', value: now.row.reason }]),
            ]}
          />
          <Paper file={now.row.file} />
          {decides && (
            <Textarea
              label="驳回原因"
              rows={3}
              maxLength={200}
              typed={now.reason.length}
              hint="驳回时必填，供应商将看到"
              error={now.fault === '' ? undefined : now.fault}
              value={now.reason}
              onChange={(event) => store.setReason(event.target.value)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
