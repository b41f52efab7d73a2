import css from './kinds.module.css';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A value of a machine as names with their values, which nobody edits. */
export function MachineValue({ value }: { readonly value: unknown }) {
  if (!isObject(value)) return JSON.stringify(value ?? null).replaceAll(/^"|"$/g, '');
  if (Array.isArray(value) && !value.some(isObject)) return value.join('、');
  return (
    <dl className={css['machine']}>
      {Object.entries(value).map(([name, one]) => (
        <div key={name}>
          <dt>{Array.isArray(value) ? Number(name) + 1 : name}</dt>
          <dd>
            <MachineValue value={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
