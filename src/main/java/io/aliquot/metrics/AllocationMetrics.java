package io.aliquot.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who has how much of which card, under the names that users chart already. */
@ApplicationScoped
public class AllocationMetrics {
    /** One series. Memory is in bytes; a core ratio is, as in the old system, a percentage from 0 to 100. */
    public enum Figure {
        GPU_MEMORY_LIMIT("hami.gpu.memory.limit.bytes", "Memory of the card"),
        GPU_CORE_LIMIT("hami.gpu.core.limit.ratio", "Compute of the card in percent"),
        GPU_MEMORY_ALLOCATED("hami.gpu.memory.allocated.bytes", "Memory of the card that claims have"),
        GPU_CORE_ALLOCATED("hami.gpu.core.allocated.ratio", "Compute of the card that claims have, in percent"),
        VGPU_MEMORY_ALLOCATED("hami.vgpu.memory.allocated.bytes", "Memory of the card that a container has"),
        VGPU_CORE_ALLOCATED("hami.vgpu.core.allocated.ratio", "Compute of the card that a container has, in percent");

        private final String series;
        private final String help;

        Figure(String series, String help) {
            this.series = series;
            this.help = help;
        }
    }

    /** One sample. All samples of a figure have the same label names. */
    public record Sample(Map<String, String> labels, double value) {
        public Sample {
            labels = Map.copyOf(labels);
        }
    }

    private final Map<Figure, MultiGauge> gauges = new EnumMap<>(Figure.class);

    public AllocationMetrics(MeterRegistry registry) {
        for (Figure figure : Figure.values()) {
            gauges.put(
                    figure,
                    MultiGauge.builder(figure.series).description(figure.help).register(registry));
        }
    }

    /** Replaces all samples of a figure; those with the same labels are one with the sum. */
    public void show(Figure figure, List<Sample> samples) {
        MultiGauge gauge = gauges.get(figure);
        if (gauge != null) {
            Map<Map<String, String>, Double> sums = new LinkedHashMap<>();
            samples.forEach(sample -> sums.merge(sample.labels(), sample.value(), Double::sum));
            List<MultiGauge.Row<?>> rows = new ArrayList<>();
            sums.forEach((labels, sum) -> rows.add(row(labels, sum)));
            gauge.register(rows, true);
        }
    }

    private static MultiGauge.Row<?> row(Map<String, String> labels, double value) {
        Tags tags = Tags.empty();
        for (Map.Entry<String, String> label : labels.entrySet()) {
            tags = tags.and(label.getKey(), label.getValue());
        }
        return MultiGauge.Row.of(tags, value);
    }
}
