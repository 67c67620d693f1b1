import { useStore } from '@nanostores/react'
import type { DemandAnnexes } from '../../../contract/demands/annexes.ts'
import * as store from '../../../stores/demands/annexes/annex.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'

type Props = { content: Extract<DemandAnnexes, { state: 'closed' }> }

/** An article under its heading, or a plain paragraph. */
const Paragraph = ({ lines: [first, ...rest] }: { lines: readonly string[] }) => (
  <p className="whitespace-pre-line">
    {rest.length === 0 ? first : <span className="block font-medium text-ink">{first}</span>}
    {rest.join('\n')}
  </p>
)

/** The confidentiality terms; the check box stays visible while they scroll. */
export const AnnexTerms = ({ content }: Props) => {
  const terms = useStore(store.termsDialog)
  if (terms.at === 'shut') return null
  const sending = terms.at === 'sending'
  return (
    <Dialog
      open
      onClose={store.closeTerms}
      title="保密条款"
      text="请完整阅读。接受后条款即对贵企业生效，平台保存接受的全文、时间与经办人。"
      width="lg"
      actions={
        <>
          <div className="w-full border-t border-line pt-4">
            {terms.failure && (
              <div className="mb-3">
                <Notice tone="bad" title={terms.failure.message} />
              </div>
            )}
            <Checkbox
              checked={terms.agreed}
              disabled={sending}
              onChange={(event) => store.setTermsAgreed(event.target.checked)}
              className="max-md:min-h-11"
            >
              我已阅读并代表本企业同意上述保密条款
            </Checkbox>
          </div>
          <Button onClick={store.closeTerms}>暂不接受</Button>
          <Button kind="main" busy={sending} onClick={() => void store.acceptTerms()}>
            接受并查看
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-ink-2">
        {content.terms.split('\n\n').map((paragraph) => (
          <Paragraph key={paragraph} lines={paragraph.split('\n')} />
        ))}
      </div>
    </Dialog>
  )
}
