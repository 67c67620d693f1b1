import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as store from '../../../stores/shops/qualifications.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { isQualificationApproved } from '../../../domain/shops/qualifications.ts'

const submit = () =>
  void store.submitQualification().then((saved) => {
    if (saved === undefined) return
    if (isQualificationApproved(saved.status)) toast.success(`资质已通过，店铺已带有 ${saved.tag} 标签`)
    else toast.success('已提交，平台审核后会通知您')
  })

/** Certificate form: tag, scope, validity, file. */
export const QualificationDialog = () => {
  const drawn = useForm(store.qualificationForm)
  const open = useStore(store.isQualificationFormOpen)
  const tags = useStore(store.qualificationTags)
  const items = useStore(store.qualificationUpload.items)
  const { values, text, picker, error } = drawn
  if (!open || values === null) return null
  return (
    <FormDialog
      form={drawn}
      keeps={values.qualificationId === 0}
      title={values.qualificationId === 0 ? '添加资质证书' : '修改资质证书'}
      submit="提交审核"
      onSubmit={submit}
      onClose={store.closeQualificationForm}
    >
      {tags.at === 'failed' && <Notice tone="bad" title="资质种类没有读到，请关闭后再打开" />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div data-fault={error('tag') ? '' : undefined}>
          <Select
            label="资质"
            required
            error={error('tag')}
            options={(tags.at === 'ready' ? tags.content : []).map((tag) => ({ value: tag, label: tag }))}
            value={values.tag === '' ? null : values.tag}
            onChange={(tag) => store.qualificationForm.set('tag', tag)}
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
        <DateInput
          label="最后一天"
          required={!values.endless}
          disabled={values.endless}
          hint="到期次日，店铺自动取下相应标签"
          {...picker('until')}
        />
        <div className="md:pt-8">
          <Checkbox
            checked={values.endless}
            onChange={(event) => store.qualificationForm.set('endless', event.target.checked)}
          >
            长期有效
          </Checkbox>
        </div>
      </div>
      <div data-fault={error('file') ? '' : undefined}>
        <Upload
          label="证书影像"
          required
          error={error('file')}
          files={items}
          multiple={false}
          accept={acceptOf('licence')}
          rule={`${fileRules.licence.words}；只有贵企业与平台审核人员可以查看`}
          onAdd={(files) => store.qualificationUpload.add(files)}
          onRemove={store.removeQualificationFile}
          onRetry={(id) => store.qualificationUpload.retry(id)}
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
    </FormDialog>
  )
}
