import { Building2, LogOut, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'

/** Buttons that do something. */
export const Buttons = () => {
  const [busy, setBusy] = useState(false)
  const send = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="main" busy={busy} onClick={send}>
        {busy ? '提交中' : '提交报价'}
      </Button>
      <Button kind="outline" busy>
        提交中
      </Button>
      <Button disabled>停用</Button>
      <Button kind="soft" size="sm">
        套用上次
      </Button>
      <Button kind="danger">关闭需求</Button>
      <LinkButton href="/dev/gallery/button">链接成按钮</LinkButton>
      <Menu
        label="更多操作"
        entries={[
          { label: '账号与企业', icon: Building2, href: '/dev/gallery/button' },
          { label: '安全设置', icon: ShieldCheck, onChoose: () => undefined, disabled: true },
          { label: '退出登录', icon: LogOut, onChoose: () => undefined, danger: true },
        ]}
      />
    </div>
  )
}
