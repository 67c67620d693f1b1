import { useState, type SubmitEvent } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FilterChip } from '../../../ui/chip/FilterChip.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

const rates = [
  { value: 6, label: '6% 增值税专用发票' },
  { value: 13, label: '13% 增值税专用发票' },
  { value: 3, label: '3% 增值税普通发票' },
  { value: 0, label: '免税', note: '需资质', disabled: true },
]

/** Text fields and the select. */
export const Fields = () => {
  const [shop, setShop] = useState('臻境安评')
  const [rate, setRate] = useState<number | null>(6)
  const [text, setText] = useState('')
  const [count, setCount] = useState(2)
  const [day, setDay] = useState('2026-11-22')
  const [time, setTime] = useState('18:00')
  const [when, setWhen] = useState('')
  const none = (event: SubmitEvent) => event.preventDefault()
  return (
    <form className="grid grid-cols-1 gap-x-5 gap-y-6 md:grid-cols-2 desk:grid-cols-4" onSubmit={none}>
      <Input label="项目名称" required placeholder="例如 溶出一致性研究" />
      <Input label="联系人" defaultValue="仲晓妮" />
      <Input label="统一社会信用代码" required defaultValue="91510100MA6C" hint="18 位，输入中" />
      <Input label="手机号" required type="tel" defaultValue="138 0000 204" error="手机号应为 11 位" />
      <Input label="总价（含税）" required unit="元" inputMode="decimal" defaultValue="926,000.00" />
      <Input
        label="店铺名称"
        maxLength={20}
        typed={shop.length}
        value={shop}
        onChange={(event) => setShop(event.target.value)}
      />
      <Input label="企业名称" disabled defaultValue="天津臻境安全评价中心有限公司" hint="认证通过后不能修改" />
      <Input label="密码" type="password" autoComplete="off" defaultValue="abcdefgh" />
      <Select label="税率" required options={rates} value={rate} onChange={setRate} />
      <Select
        label="付款方式"
        required
        options={[{ value: 'bank', label: '对公转账' }]}
        value={null}
        onChange={() => undefined}
        error="请选择付款方式"
      />
      <Select
        label="开票主体"
        disabled
        options={[{ value: 1, label: '天津臻境安全评价中心有限公司' }]}
        value={1}
        onChange={() => undefined}
      />
      <DateInput label="报价截止日期" required min="2026-11-20" value={day} onChange={setDay} hint="北京时间" />
      <TimeInput label="截止时间" required value={time} onChange={setTime} />
      <DateInput label="期望交付日期" value={when} onChange={setWhen} hint="选填" />
      <DateInput label="成立日期" value="2019-04-31" onChange={() => undefined} error="日期不存在" />
      <DateInput label="营业期限" disabled value="2030-12-31" onChange={() => undefined} />
      <div className="flex items-center gap-2" role="group" aria-label="下单日期">
        <DateInput bare label="下单日期从" value={when} onChange={setWhen} className="min-w-0 flex-1" />
        <span className="text-ink-3" aria-hidden>
          至
        </span>
        <DateInput bare label="下单日期到" min={when} value={day} onChange={setDay} className="min-w-0 flex-1" />
      </div>
      <Textarea
        label="方案说明"
        className="md:col-span-2"
        placeholder="试验目的、物种、分组与检测指标"
        maxLength={2000}
        typed={text.length}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Textarea label="驳回原因" required error="请写明原因，供应商会看到" defaultValue="缺少 GLP 证书" rows={4} />
      <div className="space-y-3">
        <p className="font-medium">数量</p>
        <div className="flex flex-wrap gap-3">
          <QuantityStepper value={count} onChange={setCount} max={36} />
          <QuantityStepper value={1} onChange={() => undefined} disabled />
        </div>
        <Button type="submit">保存草稿</Button>
      </div>
    </form>
  )
}

/** What is chosen rather than typed. */
export const Choices = () => {
  const [marks, setMarks] = useState<readonly string[]>(['GLP'])
  const [way, setWay] = useState('open')
  const [bill, setBill] = useState('special')
  const [open, setOpen] = useState(true)
  const [left, setLeft] = useState(['GLP', 'CNAS'])
  const toggle = (mark: string, on: boolean) => setMarks(on ? [...marks, mark] : marks.filter((one) => one !== mark))
  const ways = [
    { value: 'open', label: '公开' },
    { value: 'invite', label: '邀请' },
    { value: 'off', label: '停用', disabled: true },
  ]
  return (
    <div className="grid grid-cols-1 gap-8 md:grid-cols-2">
      <Field label="资质" group hint="可多选">
        {(ids, labelId) => (
          <div
            role="group"
            aria-labelledby={labelId}
            aria-describedby={ids['aria-describedby']}
            className="flex flex-wrap gap-x-6"
          >
            <Checkbox checked={marks.includes('GLP')} onChange={(event) => toggle('GLP', event.target.checked)}>
              GLP
            </Checkbox>
            <Checkbox checked={marks.includes('CNAS')} onChange={(event) => toggle('CNAS', event.target.checked)}>
              CNAS
            </Checkbox>
            <Checkbox mixed checked={false} onChange={() => undefined}>
              部分选中
            </Checkbox>
            <Checkbox disabled>停用</Checkbox>
          </div>
        )}
      </Field>
      <Radio label="报价方式" required options={ways} value={way} onChange={setWay} />
      <Radio
        label="发票"
        form="chip"
        options={[
          { value: 'special', label: '专用发票' },
          { value: 'plain', label: '普通发票' },
          { value: 'none', label: '停用', disabled: true },
        ]}
        value={bill}
        onChange={setBill}
      />
      <Radio
        label="交付方式"
        options={[
          { value: 'post', label: '邮寄' },
          { value: 'site', label: '现场' },
        ]}
        value={null}
        onChange={() => undefined}
        error="请选择交付方式"
      />
      <div className="flex flex-wrap items-center gap-6">
        <Switch label="公开报价" on={open} onChange={setOpen} />
        <Switch label="匿名" on={!open} onChange={(on) => setOpen(!on)} />
        <Switch label="停用" on={false} onChange={() => undefined} disabled />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Chip label="多选片" chosen={marks.includes('CMA')} onChange={(on) => toggle('CMA', on)} />
        <Chip label="停用" chosen={false} disabled onChange={() => undefined} />
        {left.map((mark) => (
          <FilterChip
            key={mark}
            group="资质"
            label={mark}
            onRemove={() => setLeft(left.filter((one) => one !== mark))}
          />
        ))}
        <Select
          label="排序"
          bare
          className="w-40"
          options={[
            { value: 'low', label: '按总价从低到高' },
            { value: 'fast', label: '按周期从短到长' },
          ]}
          value="low"
          onChange={() => undefined}
        />
      </div>
    </div>
  )
}
