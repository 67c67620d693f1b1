import { Search } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { controlClass } from '../../ui/form/control-class.ts'

type Props = {
  /** Placeholder of the search field: 需求标题或编号. */
  placeholder: string
  keyword: string
  onSearch: (keyword: string) => void
}

/** Search field of a list; Enter searches, the browser's clear button resets. */
export const ListSearch = ({ placeholder, keyword, onSearch }: Props) => {
  const [typed, setTyped] = useState(keyword)
  useEffect(() => setTyped(keyword), [keyword])
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form role="search" className="relative w-full max-w-full md:w-80" onSubmit={search}>
      <input
        type="search"
        className={`${controlClass()} pr-10`}
        placeholder={placeholder}
        aria-label={placeholder}
        maxLength={30}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '' && keyword !== '') onSearch('')
        }}
      />
      <button
        type="submit"
        className="absolute inset-y-0 right-0 grid w-10 place-items-center text-ink-3 hover:text-accent"
        aria-label="搜索"
      >
        <Search className="size-4" />
      </button>
    </form>
  )
}
