/**
 * Parses stored values. They may be from another version or damaged: every invalid field takes its
 * default, and nothing throws.
 */

/** Parses anything into a value. */
export type Field<T> = (value: unknown) => T;

export function oneOf<const T extends string | number>(
  allowed: readonly T[],
  fallback: NoInfer<T>,
): Field<T> {
  return (value) => allowed.find((known) => known === value) ?? fallback;
}

export function flag(fallback: boolean): Field<boolean> {
  return (value) => (typeof value === 'boolean' ? value : fallback);
}

export function integer(min: number, max: number, fallback: number): Field<number> {
  return (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? value
      : fallback;
}

export function text(maxLength: number, fallback = ''): Field<string> {
  return (value) => (typeof value === 'string' && value.length <= maxLength ? value : fallback);
}

/** A field that also reads objects whose properties were stored under former names. */
export function withFormerNames<T extends object>(
  field: Field<T>,
  formerNames: Readonly<Partial<Record<keyof T & string, string>>>,
): Field<T> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return field(value);
    const former = value as Readonly<Record<string, unknown>>;
    const renamed = Object.entries<string | undefined>(formerNames).flatMap(([name, old]) =>
      old !== undefined && Object.hasOwn(former, old) ? [[name, former[old]] as const] : [],
    );
    return field({ ...Object.fromEntries(renamed), ...value });
  };
}

/** An object with these fields, whatever was stored. */
export function record<T extends object>(fields: { [K in keyof T]: Field<T[K]> }): Field<T> {
  return (value) => {
    const source = (typeof value === 'object' && value !== null ? value : {}) as Record<
      string,
      unknown
    >;
    const read = {} as T;
    for (const key of Object.keys(fields) as (keyof T & string)[]) {
      read[key] = fields[key](Object.hasOwn(source, key) ? source[key] : undefined);
    }
    return read;
  };
}
