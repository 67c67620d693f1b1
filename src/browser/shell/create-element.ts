/** Creates an element with classes and text. */
export function createElement<Name extends 'a' | 'button' | 'div' | 'li' | 'mark' | 'p' | 'span' | 'time'>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.className = className
  element.textContent = text
  return element
}
