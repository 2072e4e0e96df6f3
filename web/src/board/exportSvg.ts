// Takes a board out of the page: as a drawing that stands alone, or as a picture.

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * What stylesheets may say about a shape. A drawing outside the page has no stylesheet, so the values that
 * hold at this moment are written into its elements.
 */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'paint-order',
  'text-anchor',
  'dominant-baseline',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
];

/** Properties that are not handed down to the elements inside, with the value that goes without saying. */
const INHERITED_NOT: Readonly<Record<string, string>> = { opacity: '1', 'dominant-baseline': 'auto' };

/** What belongs to the page and not to the drawing: focus, names for screen readers, hooks for scripts. */
const PAGE_ATTRIBUTES = ['class', 'style', 'tabindex', 'role'];

/** Elements with this attribute, such as areas to click on, are left out of a drawing. */
export const SKIP_ATTRIBUTE = 'data-export-skip';

/** The text of a standalone SVG file that looks as the element looks now. */
export function boardSvg(element: SVGSVGElement): string {
  const copy = element.cloneNode(true) as SVGSVGElement;
  inline(element, copy, null);
  copy.setAttribute('xmlns', SVG_NAMESPACE);
  const { width, height } = viewBoxOf(element);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const name = element.getAttribute('aria-label');
  if (name) {
    const title = element.ownerDocument.createElementNS(SVG_NAMESPACE, 'title');
    title.textContent = name;
    copy.prepend(title);
  }
  return new XMLSerializer().serializeToString(copy);
}

/** A PNG of the drawing, `width` pixels wide. */
export async function svgToPng(svg: string, width: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width);
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot paint the picture.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot save the picture.'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function inline(from: Element, to: Element, outer: CSSStyleDeclaration | null): void {
  const computed = getComputedStyle(from);
  for (const attribute of [...to.attributes]) {
    const { name } = attribute;
    if (PAGE_ATTRIBUTES.includes(name) || name.startsWith('aria-') || name.startsWith('data-')) {
      to.removeAttribute(name);
    }
  }
  for (const property of PROPERTIES) {
    const value = computed.getPropertyValue(property);
    // What is the same as in the element around it needs no saying, unless another value was said.
    const known = INHERITED_NOT[property] ?? outer?.getPropertyValue(property);
    if (value && (value !== known || to.hasAttribute(property))) to.setAttribute(property, value);
  }
  // Both trees have the same shape until something is left out, so pairs are taken first.
  const pairs = [...from.children].map((child, index) => [child, to.children[index]] as const);
  for (const [child, copy] of pairs) {
    if (!copy) continue;
    if (child.hasAttribute(SKIP_ATTRIBUTE)) copy.remove();
    else inline(child, copy, computed);
  }
}

function viewBoxOf(element: SVGSVGElement): { width: number; height: number } {
  const [, , width, height] = (element.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return { width: width || element.clientWidth || 100, height: height || element.clientHeight || 100 };
}
