CREATE OR REPLACE FUNCTION refuse_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - ARRAY['recipient', 'previous', 'number'] = to_jsonb(OLD) - ARRAY['recipient', 'previous', 'number']
      AND (NEW.recipient = OLD.recipient - 'phone' OR is_tax_retention_over(OLD.issued_at)
        AND NEW.recipient = (OLD.recipient - ARRAY['phone', 'contact', 'gstin', 'deliveredTo']) || '{"name": "-", "address": "-", "place": "-", "pincode": "-"}')
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'invoices is append-only: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'invoices_append_only';
END $$;
