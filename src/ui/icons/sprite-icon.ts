import { addAttribute, createComponent, render, spreadAttributes } from 'astro/compiler-runtime'

/**
 * Takes the place of Lucide's own function in the build: an icon component that refers to the sprite. Attributes go to
 * the `<svg>`; decoration unless it has a label.
 */
export default function createSpriteIcon({ name }: { readonly name: string }) {
  const href = `${__ICON_SPRITE__}#${name}`
  return createComponent(
    (_result: unknown, { class: className, ...rest }: Readonly<Record<string, unknown>>) => {
      const hidden = rest['aria-label'] === undefined && rest.role === undefined ? 'true' : undefined
      const classes = typeof className === 'string' && className !== '' ? `lucide ${className}` : 'lucide'
      return render`<svg${addAttribute(classes, 'class')}${addAttribute(hidden, 'aria-hidden')}${spreadAttributes(rest)}><use${addAttribute(href, 'href')}></use></svg>`
    },
    undefined,
    'none',
  )
}
