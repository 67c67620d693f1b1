import { useStore } from '@nanostores/react'
import { permissionName } from '../../../domain/accounts/permissions.ts'
import { programmeAudiences } from '../../../domain/projects/programmes.ts'
import * as store from '../../../stores/projects/programmes/programme-form.ts'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

const audiences = [
  { value: '', label: '仅成员' },
  ...programmeAudiences.map((permission) => ({
    value: permission,
    label: `成员，与有“${permissionName(permission)}”权限的同事（只读）`,
  })),
]

/** Form of a new or existing R&D programme. */
export const ProgrammeForm = ({ onSaved }: { onSaved: (saved: { readonly programmeId: number }) => void }) => {
  const now = useStore(store.programmeDialog)
  const form = useForm(store.programmeForm)
  const { values, text, picker, error } = form
  if (now.is === 'none' || values === null) return null
  const save = () => void store.saveProgramme().then((saved) => saved !== undefined && onSaved(saved))
  return (
    <FormDialog
      form={form}
      title={now.is === 'edit' ? '编辑研发项目' : '新建研发项目'}
      submit="保存"
      onSubmit={save}
      onClose={store.closeProgrammeDialog}
    >
      <div className="grid items-start gap-5 md:grid-cols-[200px_minmax(0,1fr)]">
        <Input
          label="项目编号"
          required
          maxLength={20}
          autoComplete="off"
          placeholder="如：RD-2026-01"
          {...text('code')}
        />
        <Input label="项目名称" required maxLength={60} autoComplete="off" {...text('name')} />
      </div>
      <Textarea
        label="靶点与适应症（保密）"
        rows={3}
        maxLength={500}
        typed={values.focus.length}
        hint="选填。只有能看到该项目的同事可见，供应商与平台均不可见。"
        {...text('focus')}
      />
      <Select
        label="谁可以看到"
        options={audiences}
        value={values.openTo ?? ''}
        onChange={(value) =>
          store.programmeForm.set('openTo', programmeAudiences.find((permission) => permission === value) ?? null)
        }
        error={error('openTo')}
        hint="有“角色管理”权限的同事可以管理全部项目。"
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <DateInput label="开始日期" hint="选填" {...picker('startsOn')} />
        <DateInput label="结束日期" hint="选填" {...picker('endsOn')} />
      </div>
      {now.is === 'edit' && (
        <Select
          label="负责人"
          options={now.programme.members
            .filter(({ role }) => role === 'manager')
            .map(({ userId, name }) => ({ value: userId, label: name }))}
          value={values.ownerUserId}
          onChange={(value) => store.programmeForm.set('ownerUserId', value)}
          error={error('ownerUserId')}
          hint="可选的是项目的管理者。"
        />
      )}
    </FormDialog>
  )
}
