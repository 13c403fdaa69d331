package io.aliquot.cli.scan;

import io.aliquot.model.Warning;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Looks at whole objects for what the webhook, which only ever sees Pods, cannot tell. */
public final class Scan {
    private static final List<Function<Scanned, Stream<Warning>>> ALL = List.of(
            MisplacedAnnotations::find,
            MisspeltAnnotations::find,
            MisspeltResources::find,
            NamesElsewhere::find,
            LegacyQuota::find,
            LegacyLimitRange::find,
            KueueQueue::find,
            RayGpus::find,
            OtherSystems::find);

    private Scan() {}

    /** Everything that a person should know, in the object's own field paths. */
    public static List<Warning> warnings(Scanned scanned) {
        return ALL.stream().flatMap(scan -> scan.apply(scanned)).distinct().toList();
    }
}
