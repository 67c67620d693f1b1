import { useStore } from '@nanostores/react'
import type { FraudSignDecision } from '../../domain/operations/fraud-signs.ts'
import {
  closeSignDecision,
  openSignDecision,
  signDecision,
  submitSignDecision,
} from '../../stores/operations/fraud-signs.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'

const texts: Readonly<Record<FraudSignDecision, { readonly label: string; readonly text: string }>> = {
  confirm: {
    label: '确认风险',
    text: '只记录结论，不停用任何企业或用户；需要停用的，请到相关记录的页面操作。',
  },
  dismiss: { label: '排除', text: '线索不再列为待处理；出现新的相关记录时会再次提示。' },
}

/** Decides an open sign, with a reason. */
export const SignDecision = ({ signId, title }: { signId: number; title: string }) => {
  const open = useStore(signDecision)
  return (
    <div className="flex gap-2">
      {(['confirm', 'dismiss'] as const).map((decision) => (
        <Button
          key={decision}
          size="sm"
          kind={decision === 'confirm' ? 'outline' : 'plain'}
          className="max-md:h-11"
          aria-label={`${texts[decision].label}：线索 ${signId}`}
          onClick={() => openSignDecision(signId, decision)}
        >
          {texts[decision].label}
        </Button>
      ))}
      {open?.signId === signId && (
        <ReasonDialog
          open
          title={`${texts[open.decision].label}：${title}`}
          text={texts[open.decision].text}
          label="理由"
          confirm={texts[open.decision].label}
          hint="只有运营人员可见，并写入操作记录"
          maxLength={300}
          calm={open.decision === 'dismiss'}
          busy={open.sending}
          failure={open.failure}
          onCancel={closeSignDecision}
          onConfirm={(reason) => void submitSignDecision(reason)}
        />
      )}
    </div>
  )
}
