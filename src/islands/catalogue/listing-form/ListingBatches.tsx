import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SellerBatch } from '../../../contract/catalogue/batches.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as store from '../../../stores/catalogue/batches.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { AsyncContent } from '../../list/AsyncContent.tsx'

/** Form of a new or existing batch. */
const BatchForm = () => {
  const now = useStore(store.batchDialog)
  const coa = useStore(store.coaUpload.items)
  const sds = useStore(store.sdsUpload.items)
  const form = useForm(store.batchForm)
  const { values, text, picker, error } = form
  if (now.is === 'none' || values === null) return null
  const save = () =>
    void store.saveBatch().then((saved) => {
      if (saved) toast.success('批次已保存，买家现在即可看到')
    })
  return (
    <FormDialog
      form={form}
      title={now.is === 'edit' ? '编辑批次' : '登记批次'}
      submit="保存"
      onSubmit={save}
      onClose={store.closeBatchDialog}
    >
      <Input label="批号" required maxLength={40} autoComplete="off" placeholder="如 26081502" {...text('batchNo')} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <DateInput label="生产日期" hint="选填" {...picker('madeOn')} />
        <DateInput label="复验日" hint="选填，过期后标为已过复验日" {...picker('retestOn')} />
      </div>
      <Upload
        label="检验报告（COA）"
        hint="选填，买家登录后可下载。"
        files={coa}
        multiple={false}
        accept={acceptOf('attachment')}
        rule={fileRules.attachment.words}
        error={error('coaFileId')}
        onAdd={store.coaUpload.add}
        onRemove={store.coaUpload.remove}
        onRetry={store.coaUpload.retry}
      />
      <Upload
        label="安全技术说明书（SDS）"
        hint="选填，所有人可下载。"
        files={sds}
        multiple={false}
        accept={acceptOf('document')}
        rule={fileRules.document.words}
        error={error('sdsFileId')}
        onAdd={store.sdsUpload.add}
        onRemove={store.sdsUpload.remove}
        onRetry={store.sdsUpload.retry}
      />
    </FormDialog>
  )
}

const BatchRow = ({ batch, productId }: { batch: SellerBatch; productId: number }) => {
  const { batchNo, madeOn, retestOn, expired, coa, sds } = batch
  const days = [madeOn === null ? '' : `生产 ${madeOn}`, retestOn === null ? '' : `复验 ${retestOn}`]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          批号 {batchNo}
          {expired && <StateBadge tone="bad" label="已过复验日" />}
        </p>
        <p className="text-sm text-ink-3">
          {[...days, coa === null ? '未上传 COA' : '有 COA', sds === null ? '未上传 SDS' : '有 SDS']
            .filter((part) => part !== '')
            .join('　')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`编辑批号 ${batchNo}`}
          onClick={() => store.openBatchEdit(productId, batch)}
        >
          编辑
        </Button>
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`删除批号 ${batchNo}`}
          onClick={() => store.deletedBatch.set({ batch, productId, busy: false })}
        >
          删除
        </Button>
      </div>
    </li>
  )
}

/** Batches of a product with their papers; saved at once, beside the listing's form. */
export const ListingBatches = ({ productId }: { productId: number }) => {
  const state = useStore(store.batchList)
  const asked = useStore(store.deletedBatch)
  useEffect(() => void store.loadBatches(productId), [productId])
  const remove = () =>
    void store.deleteBatch().then((failure) => {
      if (failure) toast.error(failure.message)
      else toast.success('批次已删除')
    })
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="batches-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="batches-title" className="text-lg font-semibold">
            批次与检验报告
          </h2>
          <p className="text-sm text-ink-3">按批号登记 COA 与 SDS，保存后随即生效，无需审核。</p>
        </div>
        <Button onClick={() => store.openNewBatch(productId)}>登记批次</Button>
      </div>
      <div className="mt-4">
        <AsyncContent
          state={state}
          what="批次"
          permission="goods_manage"
          onRetry={() => void store.loadBatches(productId)}
          skeleton={<span className="skeleton block h-16" role="status" aria-label="批次加载中" />}
        >
          {({ data }) =>
            data.length === 0 ? (
              <p className="border-t border-line pt-4 text-ink-3">暂无批次。登记后商品页会列出批号、复验日与文件。</p>
            ) : (
              <ul className="divide-y divide-line rounded-lg border border-line">
                {data.map((batch) => (
                  <BatchRow key={batch.batchId} batch={batch} productId={productId} />
                ))}
              </ul>
            )
          }
        </AsyncContent>
      </div>
      <BatchForm />
      <Confirm
        open={asked !== null}
        danger
        title="删除批次"
        text={`删除批号 ${asked?.batch.batchNo ?? ''}？其 COA 与 SDS 不再提供下载。`}
        confirm="删除"
        busy={asked?.busy}
        onCancel={() => store.deletedBatch.set(null)}
        onConfirm={remove}
      />
    </section>
  )
}
