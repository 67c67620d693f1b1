type Props = { text: string; keyword: string }

/** A text with what was searched for marked in it. */
export function Marked({ text, keyword }: Props) {
  const word = keyword.trim()
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-medium text-accent">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  )
}
