import { useStore } from '@nanostores/react'
import { mostReplyLetters } from '../../../domain/orders/reviews.ts'
import * as store from '../../../stores/orders/reviews.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'

/** The one answer to the other side's review. */
export const ReviewReply = () => {
  const { open, text, sending, failure, fault } = useStore(store.reply)
  if (!open) {
    return (
      <div className="mt-3 print:hidden">
        <Button size="sm" className="max-md:h-11" onClick={store.openReply}>
          回复
        </Button>
      </div>
    )
  }
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.sendReply().then((kept) => kept && toast.good('已回复'))
  }
  return (
    <form className="mt-4 space-y-3" noValidate onSubmit={submit} aria-label="回复评价">
      {failure && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="回复"
        required
        rows={3}
        maxLength={mostReplyLetters}
        typed={text.length}
        hint="只能回复一次，提交后不能修改"
        value={text}
        error={fault}
        onChange={(event) => store.typeReply(event.target.value)}
        autoFocus
      />
      <div className="flex justify-end gap-3">
        <Button className="max-md:h-11" disabled={sending} onClick={store.closeReply}>
          取消
        </Button>
        <Button type="submit" kind="main" busy={sending} className="max-md:h-11">
          提交回复
        </Button>
      </div>
    </form>
  )
}
