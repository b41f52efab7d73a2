import { Button, Form } from 'antd';
import { useMemo, useState } from 'react';

import { MapBox } from '../../../ui/map/map-box.tsx';
import css from './wizard.module.css';
import { W } from './wizard-texts.ts';

import type { Values } from '../../../resource-client/body.ts';
import type { Place } from '../../../ui/map/map-content.ts';

const rounded = (degrees: number): number => Number(degrees.toFixed(6));

function pickedPlace(longitude: unknown, latitude: unknown): Place | null {
  const isPlace = typeof longitude === 'number' && typeof latitude === 'number';
  return isPlace && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85 ? { longitude, latitude } : null;
}

/** A pin on the map for longitude and latitude of the form. */
export function PlacePicker({ onChange }: { readonly onChange: (changed: Values) => void }) {
  const form = Form.useFormInstance<Values>();
  const longitude = Form.useWatch<unknown>('longitude', form);
  const latitude = Form.useWatch<unknown>('latitude', form);
  const place = pickedPlace(longitude, latitude);
  const [first] = useState(() => pickedPlace(form.getFieldValue('longitude'), form.getFieldValue('latitude')));
  const fit = useMemo(() => (first ? [first] : undefined), [first]);
  const content = useMemo(() => ({ markers: [], groups: [], lines: [] }), []);
  const put = (next: Values): void => {
    form.setFieldsValue(next);
    onChange(next);
  };
  return (
    <div className={css['place']}>
      <p className={css['hint']}>
        {W('mapHint')}{' '}
        {place && (
          <Button type="link" size="small" onClick={() => put({ longitude: null, latitude: null })}>
            {W('clear')}
          </Button>
        )}
      </p>
      <div className={css['map']}>
        <MapBox
          name={W('map')}
          content={content}
          fit={fit}
          cursor={place}
          onPick={(at) => put({ longitude: rounded(at.longitude), latitude: rounded(at.latitude) })}
        />
      </div>
    </div>
  );
}
