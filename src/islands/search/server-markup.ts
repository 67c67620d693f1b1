import { attributesToProps } from 'html-react-parser'
import { createElement, type ReactNode } from 'react'

/** Overrides the rendering of an element; undefined keeps the server's markup. */
type RenderOverride = (element: Element, props: Props) => ReactNode | undefined
export type Props = Readonly<Record<string, unknown>>

/**
 * Converts server-rendered markup to React elements: .astro components stay the only source of markup, and React
 * preserves focus, open groups and scroll positions between responses.
 */
export function toReactNodes(parent: Element, override: RenderOverride): ReactNode[] {
  const taken = new Set<string>()
  return [...parent.childNodes].map((node, place): ReactNode => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || node.localName === 'script') return null
    const name = elementKey(node)
    const key = name === '' || taken.has(name) ? `#${place}` : name
    taken.add(key)
    const props = { ...propsOf(node), key }
    return override(node, props) ?? createElement(node.localName, props, ...toReactNodes(node, override))
  })
}

/** Attributes under React's names. The open state of `details` and dialogs stays with the person. */
function propsOf(element: Element): Props {
  const written = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const { open, ...props } = attributesToProps(written, element.localName)
  if (element.localName !== 'details' || open === undefined) return props
  return {
    ...props,
    ref: (details: HTMLDetailsElement | null) => {
      if (details !== null) details.open = true
    },
  }
}

/** Stable key of an element among its siblings: id, link text, or section heading. */
function elementKey(element: Element): string {
  if (element.id !== '') return element.id
  const label = element.ariaLabel ?? ''
  if (element.localName === 'a') return `a ${label === '' ? (element.firstChild?.textContent ?? '').trim() : label}`
  const first = element.firstElementChild
  const isHead = first !== null && /^h[2-4]$/.test(first.localName)
  return isHead ? `part ${first.textContent}` : ''
}
