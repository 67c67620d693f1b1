import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import * as store from '../../stores/accounts/supplier.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { Upload } from '../../ui/Upload.tsx'
import { FormSection } from '../FormSection.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { ServiceClasses } from './ServiceClasses.tsx'

/** 填写店铺: what buyers see first of a supplier. */
export const ShopForm = () => {
  const form = useTypedForm(store.form)
  const items = useStore(store.logoUpload.items)
  const restored = useStore(store.form.restored)
  const { values, fault, text } = form
  if (values === null) return null
  return (
    <TypedFormBox
      form={form}
      label="填写店铺"
      submit="下一步"
      onSubmit={() => store.toAgreement()}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
    >
      <FormSection number={1} title="店铺">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input
            label="店铺名称"
            required
            maxLength={30}
            typed={values.shopName.length}
            hint="在全平台唯一"
            {...text('shopName')}
          />
          <div className="flex items-center gap-3 md:pt-7">
            <Avatar name={values.shopName || '店'} kind="org" size="lg" picture={values.logo?.url} />
            <span className="text-sm text-ink-3">{values.logo ? '店铺标志' : '没有标志时显示名称首字'}</span>
          </div>
          <Textarea
            className="md:col-span-2"
            label="店铺简介"
            required
            rows={4}
            maxLength={500}
            typed={values.brief.length}
            placeholder="主要能力、资质与服务过的项目"
            {...text('brief')}
          />
          <div className="md:col-span-2">
            <Upload
              label="店铺标志"
              error={fault('logo')}
              files={items}
              multiple={false}
              accept={acceptOf('logo')}
              rule={`${fileRules.logo.words}，选填，正方形为佳`}
              onAdd={(files) => store.logoUpload.add(files)}
              onRemove={store.removeLogo}
              onRetry={(id) => store.logoUpload.retry(id)}
            />
          </div>
        </div>
      </FormSection>
      <FormSection number={2} title="业务类别">
        <ServiceClasses
          label="业务类别"
          value={values.serviceClasses}
          onChange={(classes) => store.form.set('serviceClasses', classes)}
          error={fault('serviceClasses')}
        />
      </FormSection>
    </TypedFormBox>
  )
}
