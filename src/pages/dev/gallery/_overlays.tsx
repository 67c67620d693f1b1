import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const paragraph = '供试品按最高剂量估算约 120 g，可分两批寄送，首批不少于 60%。'

/** What floats: dialogs, toasts. */
export const Overlays = () => {
  const [open, setOpen] = useState<'login' | 'danger' | 'form' | 'long' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setOpen('login')}>访问受限</Button>
        <Button onClick={() => setOpen('danger')}>危险的确认</Button>
        <Button onClick={() => setOpen('form')}>带表单</Button>
        <Button onClick={() => setOpen('long')}>很长的内容</Button>
        <Button onClick={() => setOpen('sheet')}>手机上从下方打开</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => toast.success('报价已提交，买家会收到提醒')}>成功提示</Button>
        <Button onClick={() => toast.error('服务器异常，建议稍后重试', { label: '重试', onClick: () => undefined })}>
          失败提示
        </Button>
        <Button onClick={() => toast.warning('该功能暂未开放！')}>提醒提示</Button>
        <Button onClick={() => toast.info('已复制转账备注码')}>说明提示</Button>
      </div>
      <Confirm
        open={open === 'login'}
        onCancel={close}
        onConfirm={close}
        title="访问受限"
        text="您未登录，请前往登录"
        confirm="登录"
      />
      <Confirm
        open={open === 'danger'}
        onCancel={close}
        onConfirm={close}
        title="关闭需求"
        text="关闭后供应商不能再报价，可以重新开启。"
        confirm="关闭需求"
        danger
      />
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="驳回凭证"
        text="买家会收到您写的原因。"
        width="md"
        actions={
          <Button kind="main" onClick={close}>
            驳回
          </Button>
        }
      >
        <Input label="原因" required />
      </Dialog>
      <Dialog
        open={open === 'long'}
        onClose={close}
        title="交易规则"
        width="lg"
        actions={
          <Button kind="main" onClick={close}>
            我已阅读
          </Button>
        }
      >
        {Array.from({ length: 40 }, (_, index) => (
          <p key={index} className="mb-3">
            {paragraph}
          </p>
        ))}
      </Dialog>
      <Dialog
        open={open === 'sheet'}
        onClose={close}
        title="筛选"
        form="sheet"
        actions={
          <Button kind="main" onClick={close}>
            查看 142 项
          </Button>
        }
      >
        <p>{paragraph}</p>
      </Dialog>
      <Toaster />
    </div>
  )
}
