import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import * as store from '../../stores/shops/qualifications.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { Upload } from '../../ui/Upload.tsx'
import { useTypedForm } from '../use-typed-form.ts'

const Fields = () => {
  const { values, sending, box, text, fault } = useTypedForm(store.form)
  const tags = useStore(store.tagWords)
  const items = useStore(store.paperUpload.items)
  if (values === null) return null
  const refused = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  return (
    <form ref={box} id="qualification" className="space-y-5" noValidate onSubmit={submit}>
      {refused && <Notice tone="bad" title={refused.message} />}
      {tags.at === 'failed' && <Notice tone="bad" title="资质种类没有读到，请关闭后再打开" />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div data-fault={fault('tag') ? '' : undefined}>
          <Select
            label="资质"
            required
            error={fault('tag')}
            options={(tags.at === 'ready' ? tags.content : []).map((tag) => ({ value: tag, label: tag }))}
            value={values.tag === '' ? null : values.tag}
            onChange={(tag) => store.form.set('tag', tag)}
          />
        </div>
        <Input label="证书名称" required maxLength={60} placeholder="如：GLP 认证批件" {...text('name')} />
        <Input
          className="md:col-span-2"
          label="认可范围"
          maxLength={200}
          placeholder="如：单次与重复给药毒性试验"
          {...text('scope')}
        />
        <Input
          label="最后一天"
          required={!values.endless}
          type="date"
          disabled={values.endless}
          hint="到期次日，店铺自动取下相应标签"
          {...text('until')}
        />
        <div className="md:pt-8">
          <Checkbox checked={values.endless} onChange={(event) => store.form.set('endless', event.target.checked)}>
            长期有效
          </Checkbox>
        </div>
      </div>
      <div data-fault={fault('file') ? '' : undefined}>
        <Upload
          label="证书影像"
          required
          error={fault('file')}
          files={items}
          multiple={false}
          accept={acceptOf('licence')}
          rule={`${fileRules.licence.words}；只有贵企业与平台审核人员可以查看`}
          onAdd={(files) => store.paperUpload.add(files)}
          onRemove={store.removePaper}
          onRetry={(id) => store.paperUpload.retry(id)}
        />
        {values.file !== null && items.length === 0 && (
          <p className="mt-2 text-sm text-ink-2">
            已上传：
            <a href={values.file.url} target="_blank" rel="noopener" className="text-accent hover:underline">
              {values.file.name}
            </a>
          </p>
        )}
      </div>
    </form>
  )
}

function submit(event: { preventDefault: () => void }): void {
  event.preventDefault()
  void store.submit().then((saved) => {
    if (saved === undefined) return
    if (saved.status === 'approved') toast.good(`资质已通过，店铺已带有 ${saved.tag} 标签`)
    else toast.good('已提交，平台审核后会通知您')
  })
}

/** A certificate to submit: which one, what it covers, until when, and the paper. */
export const QualificationDialog = () => {
  const open = useStore(store.isOpen)
  const values = useStore(store.form.values)
  const sending = useStore(store.form.sending)
  return (
    <Dialog
      open={open}
      onClose={store.close}
      title={values !== null && values.qualificationId !== 0 ? '修改资质证书' : '添加资质证书'}
      width="md"
      actions={
        <>
          <Button onClick={store.close}>取消</Button>
          <Button kind="main" type="submit" form="qualification" busy={sending.at === 'sending'}>
            提交审核
          </Button>
        </>
      }
    >
      <Fields />
    </Dialog>
  )
}
